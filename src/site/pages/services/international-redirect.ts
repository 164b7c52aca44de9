import { redirect } from 'react-router';

/** The specified path has a typing error; the correct spelling redirects to it. */
export function loader() {
  return redirect('/services/navigating-india-toreign-trade', 301);
}
