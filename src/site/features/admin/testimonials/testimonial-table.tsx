import { dashboard } from '#site/content/dashboard.ts';
import type { TestimonialRow } from '#site/gateway/testimonials.ts';
import { Badge } from '#site/ui/badge.tsx';
import { Stars } from '#site/ui/stars.tsx';
import { ItemTable } from '../item-table.tsx';
import { ItemActions } from '../item-actions.tsx';
import { ItemLink } from '../item-link.tsx';
import { ChangeMark } from '../live/change-mark.tsx';
import type { LiveMarks } from '../live/live-state.ts';

type TestimonialTableProps = {
  testimonials: readonly TestimonialRow[];
  marks: LiveMarks;
  removingId: string | undefined;
  onEdit: (testimonial: TestimonialRow) => void;
  onRemove: (id: string) => void;
};

export function TestimonialTable({ testimonials, marks, removingId, onEdit, onRemove }: TestimonialTableProps) {
  const { columns, featured } = dashboard.testimonials;
  return (
    <ItemTable name="testimonials" headings={[columns.name, columns.testimonial, columns.rating, columns.featured]}>
      {testimonials.map((one) => (
        <tr key={one.id}>
          <th scope="row">
            <ItemLink name="testimonial" id={one.id} title={one.name} onOpen={() => onEdit(one)} />
            <ChangeMark mark={marks.get(one.id)} />
            <span className="items__slug">{one.company}</span>
          </th>
          <td>
            <p className="items__quote">{one.testimonial}</p>
          </td>
          <td>
            <Stars rating={one.rating} />
          </td>
          <td className="items__badge">{one.is_featured && <Badge tone="muted">{featured}</Badge>}</td>
          <td className="items__actions">
            <ItemActions
              name={one.name}
              isRemoving={removingId === one.id}
              onEdit={() => onEdit(one)}
              onRemove={() => onRemove(one.id)}
            />
          </td>
        </tr>
      ))}
    </ItemTable>
  );
}
