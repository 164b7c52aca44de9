import { createRoot } from 'react-dom/client';
import { takeKeptToasts } from '#site/ui/kept-toasts.ts';
import { toast } from '#site/ui/toast.ts';
import { Toaster } from '#site/ui/toaster.tsx';

/** Adds the toaster to a page without one, and shows the toasts of the page before. */
export function showToasts(): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Toaster />);
  for (const kept of takeKeptToasts()) toast(kept);
}
