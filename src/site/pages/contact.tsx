import { data, redirect } from 'react-router';
import { validateEnquiry } from '#contract/forms/enquiry.ts';
import { readLocalTimes } from '#site/clock.server.ts';
import { contact } from '#site/content/contact.ts';
import { directionsUrl, mapEmbedUrl, mapPageUrl } from '#site/content/coordinates.ts';
import { firm } from '#site/content/firm.ts';
import { frameWords } from '#site/content/navigation.ts';
import { addressLines, listOffices, mainOffice } from '#site/content/offices.ts';
import { EnquiryIsland } from '#site/features/enquiry/enquiry-island.tsx';
import { readEnquiry, readSign } from '#site/features/enquiry/read-enquiry.ts';
import { MailNotConfigured, TooManyEnquiries, postEnquiry } from '#site/gateway/enquiry.ts';
import { pageTime, serverGateway } from '#site/gateway/load-context.server.ts';
import { breadcrumbs, organization } from '#site/head/json-ld.ts';
import { pageMeta, siteUrlOf } from '#site/head/page-meta.ts';
import { trailTo } from '#site/head/trail.ts';
import { Island } from '#site/islands/island.tsx';
import { PageConfig } from '#site/islands/page-config.tsx';
import { MESSAGES } from '#site/messages.ts';
import { ContactList, OfficeList, OfficeMap, Visit } from '#site/sections/contact/contact-details.tsx';
import { telOf, whatsAppOf } from '#site/sections/link.ts';
import { NextSteps } from '#site/sections/next-steps.tsx';
import { LocalTimes } from '#site/sections/local-times.tsx';
import { Section } from '#site/sections/section.tsx';
import { ButtonLink } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import type { Route } from './+types/contact';

const SENT = '/contact?sent=1';

/** The form without JavaScript: validated here and sent through the same outbox. */
export async function action({ request, context }: Route.ActionArgs) {
  // A body that is not a form counts as an empty form.
  const form = await request.formData().catch(() => new FormData());
  const values = readEnquiry(form);
  const errors = validateEnquiry(values);
  if (Object.keys(errors).length > 0)
    return data({ values, errors, sendError: null, isHeldBack: false }, { status: 400 });
  const { config, fetch } = context.get(serverGateway);
  try {
    const outgoing = { enquiry: values, toName: firm.enquiryTeam, sign: readSign(form, null) };
    await postEnquiry(outgoing, config.emailjs, config.siteUrl, fetch);
  } catch (error) {
    if (error instanceof TooManyEnquiries) {
      return data({ values, errors: {}, sendError: null, isHeldBack: true }, { status: 429 });
    }
    if (!(error instanceof MailNotConfigured)) console.error(error);
    const sendError = error instanceof MailNotConfigured ? MESSAGES.mailNotConfigured : MESSAGES.enquiryFailed;
    return data({ values, errors: {}, sendError, isHeldBack: false }, { status: 503 });
  }
  return redirect(SENT, 303);
}

export function loader({ url, context }: Route.LoaderArgs) {
  return { isSent: url.searchParams.has('sent'), times: readLocalTimes(context.get(pageTime)) };
}

export function meta({ matches }: Route.MetaArgs) {
  const siteUrl = siteUrlOf(matches);
  return pageMeta({
    title: contact.metaTitle,
    description: contact.metaDescription,
    path: '/contact',
    siteUrl,
    jsonLd: [...organization(siteUrl), breadcrumbs(trailTo(contact.heading, '/contact'), siteUrl)],
  });
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { direct, promise, offices: officeWords, map, visit } = contact;
  return (
    <>
      <div className="wrap grid-12 contact">
        <div className="contact__form">
          <h1>{contact.heading}</h1>
          <p className="lead">{contact.lead}</p>
          <p className="contact__reach row">
            <ButtonLink href={telOf(mainOffice.phone.e164)} variant="line" size="small">
              <span>{`${direct.call} ${mainOffice.phone.display}`}</span>
            </ButtonLink>
            <ButtonLink href={whatsAppOf(direct.whatsApp.phone.e164)} variant="line" size="small">
              {direct.whatsApp.label}
            </ButtonLink>
          </p>
          {loaderData.isSent && (
            <Notice tone="success" title={MESSAGES.enquirySent.title} role="status">
              {MESSAGES.enquirySent.description}
            </Notice>
          )}
          <h2 className="contact__sub title-3">{contact.form.heading}</h2>
          <Island
            name="enquiry-form"
            component={EnquiryIsland}
            props={{
              reply: actionData,
              addressee: { toName: firm.enquiryTeam, phone: firm.phone, email: firm.email },
            }}
            when="used"
          />
          <PageConfig />
        </div>
        <aside className="contact__aside">
          <Notice tone="plain" title={promise.heading}>
            {promise.text}
          </Notice>
          <h2 className="contact__sub title-3">{direct.heading}</h2>
          <ContactList
            people={direct.contacts.map(({ name, subject, phone }) => ({
              name,
              designation: subject,
              phone,
            }))}
            emails={direct.emails}
            whatsApp={direct.whatsApp}
          />
        </aside>
      </div>
      <NextSteps {...contact.nextSteps} />
      <Section
        heading={officeWords.heading}
        ground="stone"
        aside={<LocalTimes label={frameWords.localTime} times={loaderData.times} />}
      >
        <OfficeList
          offices={listOffices().map(({ label, address, coordinates }) => ({
            label,
            addressLines: addressLines(address),
            directions: {
              href: directionsUrl(coordinates),
              label: officeWords.directions,
              distinguish: `${officeWords.distinguish} ${label}`,
            },
          }))}
        />
      </Section>
      <Section heading={map.heading}>
        <div className="contact__visit grid-12">
          <OfficeMap
            words={map}
            addressLines={addressLines(mainOffice.address)}
            embedUrl={mapEmbedUrl(mainOffice.coordinates)}
            pageUrl={mapPageUrl(mainOffice.coordinates)}
          />
          <Visit
            facts={[
              { label: visit.hours, text: firm.openingHours.label },
              { label: visit.howToCome, text: firm.howToCome },
            ]}
            call={{ label: direct.call, phone: mainOffice.phone }}
            whatsApp={direct.whatsApp}
          />
        </div>
      </Section>
    </>
  );
}
