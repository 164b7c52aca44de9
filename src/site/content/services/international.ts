import { currentWords } from '../current-words.ts';
import { type ServiceContent, serviceTitles, viewAllServices } from './page-content.ts';

export const international = currentWords<ServiceContent<'navigating-india-toreign-trade'>>(
  'navigating-india-toreign-trade',
  {
    path: '/services/navigating-india-toreign-trade',
    title: serviceTitles['/services/navigating-india-toreign-trade'],
    shortTitle: 'Global consultancy',
    partner: 'usa',
    category: 'market-entry-and-global-trade',
    lawAsOf: '2026-07-31',
    metaTitle: 'Global consultancy: India with the USA, UK and Dubai',
    metaDescription:
      'For Indian businesses abroad: US customs, tax and transfer pricing, UK trade and rules of origin, and an introduction to Dubai, with the Indian side.',
    lead: 'We advise Indian businesses with customers, companies or staff in the USA, the UK and Dubai. We settle the Indian side, prepare the facts for the other, and work there with licensed local professionals.',
    callsToAction: [{ label: 'Get Started Today', href: '/contact' }, viewAllServices],
    brief: {
      whatItIs:
        'Advice for trade, investment and tax between India and the USA, the UK and Dubai. Our own offices are in India and in Philadelphia.',
      whoNeedsIt:
        'Indian exporters who sell delivered or through a company abroad; founders and groups with staff, stock or customers there; foreign groups that deal with India.',
      whatWeDo:
        'Settle the Indian law first, map the rules of the destination, and instruct and coordinate the licensed customs, tax and legal professionals there.',
      whatYouReceive: 'One description of the facts, one list of dates, and filings that agree at both ends.',
      howLong:
        'Indian papers take weeks. Abroad, the authority and the licensed professional set the time: a registration takes days or weeks, a ruling or an audit months.',
    },
    regions: {
      heading: 'What we cover at each destination',
      usa: {
        name: 'USA',
        text: 'Customs entry and duty, export control, federal and State tax, and transfer pricing.',
        topics: ['Trade', 'Tax', 'Transfer pricing'],
      },
      uk: {
        name: 'UK',
        text: 'Import tariff, the trade agreement with India, and proof of origin.',
        topics: ['Trade'],
      },
      dubai: {
        name: 'Dubai',
        text: 'An introduction: where to form, how it is taxed, and what India requires.',
        topics: ['Introduction'],
      },
    },
    usa: {
      heading: 'United States of America',
      intro:
        'US customs business is filed by licensed US customs brokers, and returns by professionals licensed there. We see that they receive the right facts, and that the Indian file says the same.',
      trade: {
        heading: 'Trade',
        items: [
          {
            id: 'us-customs-entry',
            title: 'Customs entry',
            text: 'The importer of record declares the goods to Customs and Border Protection, posts a bond and must use reasonable care. Goods are classified under the Harmonized Tariff Schedule. Value leaves out international freight and insurance, which India and the UK include. Origin depends on substantial transformation. Even low-value parcels should be planned for customs entry and duty.',
            scope: [
              'Who is the importer of record',
              'Classification, value, origin and marking',
              'Protest after liquidation, through the broker',
            ],
            goesWrong: 'Delivered-duty-paid terms make the Indian seller the importer without knowing it.',
          },
          {
            id: 'us-duty-layers',
            title: 'Layers of duty',
            text: 'Ordinary duty may be joined by anti-dumping and countervailing duty, by duties on certain products (Section 232) or countries (Section 301), and at times by a temporary surcharge. All of them can change at short notice. Confirm the duty on the date of entry. Refunds go to the importer of record.',
            scope: [
              'Duty layers for your product',
              'Who bears a change, by contract',
              'Landed cost before the quotation',
            ],
            goesWrong: 'The quotation rests on a rate that has changed by the time of entry.',
          },
          {
            id: 'us-export-control',
            title: 'Export control and supply chain',
            text: 'Under the Export Administration Regulations, US-origin items, software and technology stay controlled in India and on re-export; defence items have rules of their own. Goods may also be detained over forced labour in the supply chain, with cotton, solar and metals most exposed.',
            scope: [
              'Control classification, end user, entity lists and ownership',
              'Re-export of US parts and know-how',
              'Tracing papers, collected before shipment',
            ],
            goesWrong: 'India’s control list is checked and the US list is not.',
          },
        ],
      },
      tax: {
        heading: 'Tax',
        items: [
          {
            id: 'us-federal-tax',
            title: 'Federal tax',
            text: 'A corporation, a limited liability company and a branch differ in filing and withholding. Treaty relief needs the correct form in the payer’s hands, and the India–US treaty limits it to those who qualify under its limitation-on-benefits article.',
            scope: [
              'Choice of entity, seen from both countries',
              'Withholding and treaty claims',
              'Permanent establishment and agents',
            ],
            goesWrong:
              'A foreign-owned company that is disregarded for US tax still owes an information return, and nobody files it.',
          },
          {
            id: 'us-state-tax',
            title: 'State tax',
            text: 'Each State asks whether you have people, stock or sales enough to be taxed there. Sales tax and income tax have different tests, and the treaty does not bind the States.',
            scope: ['Map of people, stock and sales', 'Registration with local advisers', 'Stock held by marketplaces'],
            goesWrong: 'Goods are stored in a marketplace warehouse in a State where the seller never registered.',
          },
        ],
      },
      transferPricing: {
        heading: 'Transfer pricing',
        items: [
          {
            id: 'us-transfer-pricing',
            title: 'One study, two countries',
            text: 'Section 482 of the US Internal Revenue Code requires arm’s-length results by the most reliable method, documented when the return is filed. The file must agree with the Indian study, the customs value and the contracts. Where both countries tax the same profit, a bilateral pricing agreement or the mutual agreement procedure is the remedy.',
            scope: [
              'Commercial terms for intercompany agreements, and pricing policy',
              'US and Indian files on the same facts',
              'Relief from double taxation',
            ],
            goesWrong: 'The US and Indian studies test the same company with different margins.',
          },
        ],
      },
    },
    uk: {
      heading: 'United Kingdom',
      intro:
        'We have no office in the UK. Declarations and returns are made by licensed professionals there, on a file prepared with us.',
      trade: {
        heading: 'Trade',
        items: [
          {
            id: 'uk-import',
            title: 'Import and tariff',
            text: 'The UK Global Tariff has applied since 2021. An importer needs a GB number under Economic Operators Registration and Identification (EORI), a commodity code, a customs value that includes freight, and an answer on import value added tax, for which postponed accounting is available. Northern Ireland differs.',
            scope: ['Named importer and delivery terms', 'Commodity code and value', 'Import tax and its recovery'],
            goesWrong: 'No UK importer is named, or the code is taken from the Indian invoice.',
          },
          {
            id: 'uk-ceta-and-origin',
            title: 'CETA and rules of origin',
            text: 'The Comprehensive Economic and Trade Agreement (CETA) between India and the UK was signed on 24 July 2025, and India has notified its rules of origin with effect from 15 July 2026. Goods that meet the rules of origin and are consigned directly may enter at a preferential rate. They must be wholly obtained, or sufficiently worked or processed under the product rule. Shipment from India does not confer origin. A companion convention deals with the social security of posted staff.',
            scope: [
              'Product rule and costing',
              'Certificate or declaration, and its records',
              'Staff posted to the UK',
            ],
            goesWrong: 'Imported fabric or parts fail the rule, and the certificate was signed without costing.',
          },
        ],
      },
    },
    dubai: {
      heading: 'Dubai',
      intro:
        'For Indian traders, service firms and holding companies. We have no office in Dubai. Formation and filings are handled by licensed professionals there, on a file prepared with us.',
      introduction: {
        heading: 'Introduction',
        items: [
          {
            id: 'dubai-company',
            title: 'Forming a company',
            text: 'A company is formed on the mainland, with a Dubai licence, or in a free zone, with the licence of that zone. Customers, banking and visas should be considered before the price of the licence. Permits that let a free-zone company work on the mainland change, and are confirmed for each case.',
            scope: [
              'Activity, customers and place of work',
              'Banking and visas',
              'Written questions to the local adviser',
            ],
            goesWrong: 'The zone is chosen on price before customers, banking and visas are considered.',
          },
          {
            id: 'dubai-tax',
            title: 'Corporate tax',
            text: 'Corporate tax has a headline rate of 9 per cent above a threshold. A qualifying free-zone company may pay nothing on qualifying income, if it keeps substance, audit and other conditions. Large groups face a domestic minimum tax. Companies register and file even where no tax is due.',
            scope: [
              'Position of the activity, with local advisers',
              'Substance, audit and other conditions',
              'Registration and yearly filing',
            ],
            goesWrong: '“Free zone” is taken to mean “tax-free”.',
          },
          {
            id: 'dubai-cepa',
            title: 'Trade under CEPA',
            text: 'The Comprehensive Economic Partnership Agreement (CEPA) between India and the United Arab Emirates has been in force since 1 May 2022. In both directions, preference depends on its rules of origin and its certificate, not on a route through Dubai.',
            scope: [
              'Product rule and costing',
              'Certificate, and what the importer must hold',
              'Goods that pass through Dubai',
            ],
            goesWrong: 'Third-country goods are routed through Dubai as if they originated there.',
          },
          {
            id: 'dubai-indian-side',
            title: 'The Indian side',
            text: 'In India the company is an overseas investment, with an identification number before remittance and a performance report each year. If it is managed from India, it may be resident here by its place of effective management. Dealings with the group follow transfer pricing, and the treaty has a principal purpose test.',
            scope: [
              'Overseas investment and its reports',
              'Where decisions are taken, and by whom',
              'Transfer pricing and treaty purpose',
            ],
            goesWrong:
              'The company is formed from personal remittances without an investment filing, or every decision is taken in India.',
          },
        ],
      },
    },
    dubaiForms: {
      heading: 'Mainland or free zone',
      intro: 'Two forms of company in Dubai, by the points that usually decide between them.',
      columns: { name: 'Point', mainland: 'Mainland company', freeZone: 'Free-zone company' },
      rows: [
        {
          name: 'Licence',
          mainland: 'Of Dubai',
          freeZone: 'Of the zone',
        },
        {
          name: 'Trade',
          mainland: 'Across the United Arab Emirates',
          freeZone: 'In the zone and abroad; direct mainland trade is limited',
        },
        {
          name: 'Foreign ownership',
          mainland: 'Full, for most activities',
          freeZone: 'Full',
        },
        {
          name: 'Corporate tax',
          mainland: 'Headline rate above a threshold',
          freeZone: 'Nothing on qualifying income of a qualifying company; otherwise as on the mainland',
        },
        {
          name: 'Registration and filing',
          mainland: 'Required, also at nil tax',
          freeZone: 'Required, also at nil tax',
        },
      ],
    },
    approach: {
      heading: 'Our approach',
      items: [
        {
          title: 'India first',
          text: 'Foreign exchange, tax and export control are settled before anything is formed, shipped or signed abroad.',
        },
        {
          title: 'The destination’s own rules',
          text: 'Local law is taken from licensed local professionals, on written questions, not inferred from Indian law.',
        },
        {
          title: 'The same facts at both ends',
          text: 'Both ends work from the same description of goods, prices, people and dates.',
        },
      ],
    },
    questions: [
      {
        question: 'Do you have an office in London or Dubai?',
        answer:
          'No. Our offices are in India and in Philadelphia. In the UK and the United Arab Emirates, filings are made by licensed professionals there, on facts prepared with us.',
      },
      {
        question: 'Who files in the USA?',
        answer:
          'Customs entries are filed by licensed customs brokers, and returns by tax professionals licensed there. We instruct them, and check that what they file agrees with the Indian file.',
      },
    ],
    closing: {
      heading: 'About a transaction abroad',
      lead: 'Tell us what goes where, who owns whom, and who pays. We will reply with how we would approach it, and what we would ask for.',
      action: { label: 'Get Started Today', href: '/contact' },
    },
    related: [
      {
        path: '/services/rbi-fema-compliance',
        reason: 'Overseas investment, treaties and transfer pricing, from India.',
      },
      { path: '/services/foreign-trade-policy', reason: 'Export control and export schemes before shipment.' },
      { path: '/services/customs-compliance', reason: 'Value and origin at the Indian end.' },
    ],
  },
);
