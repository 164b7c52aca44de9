import { contact } from '#site/content/contact.ts';

/** Sounds like something a program would fill in, and is nothing that browsers fill in by themselves. */
export const TRAP_FIELD = 'reference_page';

/** A field that no person sees or reaches. Not `display: none`, which programs know to leave out. */
export function RobotTrap() {
  return (
    <div className="enquiry__trap" aria-hidden="true">
      <label>
        {contact.form.trap}
        <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
