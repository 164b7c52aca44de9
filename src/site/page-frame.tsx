import type { ReactNode } from 'react';
import { useLocation, useMatches } from 'react-router';
import { firm } from './content/firm.ts';
import { bookConsultation, footerGroups, frameWords, headerLinks, noteLinks } from './content/navigation.ts';
import { addressLines } from './content/offices.ts';
import { FOLLOW_SCROLL } from './head/follow-scroll.ts';
import { shownPreview } from './content/shown-preview.ts';
import { absolute, siteUrlOf } from './head/page-meta.ts';
import { hydrates } from './route-table.ts';
import { RevealDashboardLinks } from './sections/frame/dashboard-link.tsx';
import { QuickBar } from './sections/frame/quick-bar.tsx';
import { SiteFooter } from './sections/frame/site-footer.tsx';
import { SiteHeader, SkipLink } from './sections/frame/site-header.tsx';
import { InlineScript } from './ui/inline-script.tsx';
import { LayOutParsed } from './ui/lay-out-parsed.tsx';

export const MAIN_ID = 'main';

/** Header, main landmark and footer of every page (specification §2). */
export function PageFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const siteUrl = siteUrlOf(useMatches());
  return (
    <>
      <SkipLink target={MAIN_ID} label={frameWords.skipToContent} />
      <SiteHeader
        name={firm.name}
        phone={firm.phone}
        email={firm.email}
        cities={firm.cities.map(({ name }) => name)}
        citiesLabel={frameWords.offices}
        links={headerLinks}
        action={bookConsultation}
        words={{ navigation: frameWords.mainNavigation, menu: frameWords.openMenu, dashboard: frameWords.dashboard }}
        currentPath={pathname}
      />
      <RevealDashboardLinks />
      <LayOutParsed />
      <main id={MAIN_ID} tabIndex={-1}>
        {/* Not the component, whose styles every page would then have: a preview has those of all pages (root.tsx). */}
        {shownPreview.notice && (
          <div className="wrap preview-notice">
            <p className="notice" role="status">
              {shownPreview.notice}
            </p>
          </div>
        )}
        {children}
      </main>
      <SiteFooter
        name={firm.name}
        addressLines={addressLines(firm.address)}
        phone={firm.phone}
        email={firm.email}
        columns={[
          ...footerGroups.map(({ heading, links }) => ({ title: heading, links })),
          { title: frameWords.social, links: firm.social, isExternal: true },
        ]}
        notes={[firm.practiceNote, firm.adviceNote]}
        noteLinks={noteLinks}
        copyright={firm.copyright}
        address={absolute(pathname, siteUrl)}
        newTabWords={frameWords.opensInNewTab}
      />
      {!hydrates(pathname) && (
        <>
          <QuickBar
            phone={firm.phone}
            whatsApp={firm.whatsApp}
            action={bookConsultation}
            words={{ ...frameWords.quick, newTab: frameWords.opensInNewTab }}
          />
          <InlineScript code={FOLLOW_SCROLL} />
        </>
      )}
    </>
  );
}
