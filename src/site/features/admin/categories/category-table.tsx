import { dashboard } from '#site/content/dashboard.ts';
import type { Category } from '#site/gateway/categories.ts';
import { ItemTable } from '../item-table.tsx';
import { ItemActions } from '../item-actions.tsx';
import { ItemLink } from '../item-link.tsx';
import { ChangeMark } from '../live/change-mark.tsx';
import type { LiveMarks } from '../live/live-state.ts';

type CategoryTableProps = {
  categories: readonly Category[];
  marks: LiveMarks;
  removingId: string | undefined;
  onEdit: (category: Category) => void;
  onRemove: (id: string) => void;
};

export function CategoryTable({ categories, marks, removingId, onEdit, onRemove }: CategoryTableProps) {
  const { columns } = dashboard.categories;
  return (
    <ItemTable name="categories" headings={[columns.name, columns.slug, columns.description]}>
      {categories.map((category) => (
        <tr key={category.id}>
          <th scope="row">
            <ItemLink name="category" id={category.id} title={category.name} onOpen={() => onEdit(category)} />
            <ChangeMark mark={marks.get(category.id)} />
          </th>
          <td className="items__slug">{category.slug}</td>
          <td className="soft">{category.description}</td>
          <td className="items__actions">
            <ItemActions
              name={category.name}
              isRemoving={removingId === category.id}
              onEdit={() => onEdit(category)}
              onRemove={() => onRemove(category.id)}
            />
          </td>
        </tr>
      ))}
    </ItemTable>
  );
}
