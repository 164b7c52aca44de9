/** The page numbers to link: first, last, current and its neighbours; null marks a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= 1,
  );
  return near.flatMap((one, index) => {
    const gap = one - (near[index - 1] ?? 0) - 1;
    // A gap of one page is as wide as its number.
    return gap === 0 ? [one] : [gap === 1 ? one - 1 : null, one];
  });
}
