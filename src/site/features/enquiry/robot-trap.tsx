import { enquiryForm } from '#site/content/enquiry-form.ts';

/** A name that robots fill in and that browsers do not autofill. */
export const TRAP_FIELD = 'reference_page';

/** A field that no person sees or reaches. Not `display: none`, which robots skip. */
export function RobotTrap() {
  return (
    <div className="robot-trap" aria-hidden="true">
      <label>
        {enquiryForm.trap}
        <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
