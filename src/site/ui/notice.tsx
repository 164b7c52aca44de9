import type { ReactNode } from 'react';

type NoticeProps = {
  tone?: 'plain' | 'success' | 'danger';
  title?: string;
  role?: 'status' | 'alert';
  text?: string;
  children?: ReactNode;
};

/** A message in the flow of a page: information, the result of a form sent without JavaScript, or an error. */
export function Notice({ tone = 'plain', title, role, text, children }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={role}>
      {title && <p className="notice__title">{title}</p>}
      <div>
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  );
}
