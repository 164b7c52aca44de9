/**
 * Says in the root element how the page is read: `data-scroll` is `down` or `up` as soon as the bar of the header stays
 * at the top of the window, and `data-quiet` is there while a form, a closing band or the footer is in the window
 * (sections/frame). Without it the bar stays at every position, and the bar of phones is not shown.
 *
 * Before the first scroll nothing is measured, which would lay the page out within the task that parses it. An observer
 * tells when a page opens below its top.
 */
export const FOLLOW_SCROLL = `{
  const root = document.documentElement;
  const strip = document.querySelector('.contact-strip');
  const bar = document.querySelector('.site-header__bar');
  const menu = document.querySelector('.site-menu');
  let last = 0;
  const follow = () => {
    if (menu.clientHeight > 0) return;
    const stays = parseFloat(getComputedStyle(bar).top) || 0;
    const isAtTop = strip.getBoundingClientRect().bottom > stays;
    if (isAtTop) delete root.dataset.scroll;
    else if (!root.dataset.scroll || Math.abs(scrollY - last) > 8) root.dataset.scroll = scrollY > last ? 'down' : 'up';
    else return;
    last = scrollY;
  };
  addEventListener('scroll', follow, { passive: true });
  const inWindow = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (target !== strip) inWindow[isIntersecting ? 'add' : 'delete'](target);
      else if (!isIntersecting) follow();
    }
    root.toggleAttribute('data-quiet', inWindow.size > 0);
  });
  document.querySelectorAll('.contact-strip, main form, .closing-call, .site-footer').forEach((one) => observer.observe(one));
}`;
