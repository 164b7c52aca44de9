import { type RouteConfig, index, route } from '@react-router/dev/routes';

/** The route table of specification §2, a line a row, in its order. */
export default [
  index('pages/home.tsx'),
  route('about', 'pages/about.tsx'),
  route('services', 'pages/services.tsx'),
  route('team', 'pages/team.tsx'),
  route('contact', 'pages/contact.tsx'),
  route('auth', 'pages/auth.tsx'),
  route('admin', 'pages/admin.tsx'),
  route('blog', 'pages/blog.tsx'),
  route('blog/:slug', 'pages/post.tsx'),
  route('services/foreign-trade-policy', 'pages/services/foreign-trade-policy.tsx'),
  route('services/rbi-fema-compliance', 'pages/services/rbi-fema-compliance.tsx'),
  route('services/customs-compliance', 'pages/services/customs-compliance.tsx'),
  route('services/market-entry', 'pages/services/market-entry.tsx'),
  route('services/financial-due-diligence', 'pages/services/financial-due-diligence.tsx'),
  route('services/quality-control', 'pages/services/quality-control.tsx'),
  route('services/ongoing-compliance', 'pages/services/ongoing-compliance.tsx'),
  route('services/government-liaison', 'pages/services/government-liaison.tsx'),
  route('services/navigating-india-toreign-trade', 'pages/services/international.tsx'),
  // Not in the specification's table: the posts of a category, the path spelled rightly, and what machines read.
  route('blog/category/:slug', 'pages/category.tsx'),
  route('services/navigating-india-foreign-trade', 'pages/services/international-respelled.ts'),
  route('sitemap.xml', 'pages/machines/sitemap.ts'),
  route('rss.xml', 'pages/machines/rss.ts'),
  route('robots.txt', 'pages/machines/robots.ts'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig;
