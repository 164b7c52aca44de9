import { redirect } from 'react-router';

/** The specification's path has a typing error that is its address for good; the right spelling leads to it. */
export function loader() {
  return redirect('/services/navigating-india-toreign-trade', 301);
}
