-- Made by scripts/make-seed.ts from supabase/sample. Do not edit.

insert into public.categories (id, slug, name, description, created_at)
values (
  '1110df9c-d2bd-5ba7-892d-0e875af7fc4f',
  'foreign-trade-policy',
  'Foreign Trade Policy',
  'Authorisations, export obligations, incentives and export control under the Directorate General of Foreign Trade.',
  '2026-01-05T10:00:00+05:30'
)
on conflict do nothing;

insert into public.categories (id, slug, name, description, created_at)
values (
  'c0775fa4-ccf6-5f9f-a822-a560c9bfc724',
  'customs-and-gst',
  'Customs and GST',
  'Valuation, classification, bonded manufacture, drawback, refunds and disputes at the border.',
  '2026-01-05T10:05:00+05:30'
)
on conflict do nothing;

insert into public.categories (id, slug, name, description, created_at)
values (
  '0992085a-c768-54e4-a942-71339f047c5d',
  'fema-and-international-tax',
  'FEMA and International Tax',
  'Foreign investment, borrowing, export proceeds, treaties and transfer pricing.',
  '2026-01-05T10:10:00+05:30'
)
on conflict do nothing;

insert into public.categories (id, slug, name, description, created_at)
values (
  '0214eedc-b0e1-5b2b-a0be-fd0affabc2a4',
  'market-entry-and-global-trade',
  'Market Entry and Global Trade',
  'Forms of presence in India, trade agreements, and business with the USA, the UK and Dubai.',
  '2026-01-05T10:15:00+05:30'
)
on conflict do nothing;

insert into public.blog_posts (id, slug, title, excerpt, status, meta_title, meta_description, meta_keywords, created_at, published_at, updated_at, author, reviewer, law_as_of, content, category_id)
values (
  '8eb49aa6-091c-5cc1-be14-5c1137065748',
  'rules-of-origin-explained',
  'Rules of origin: why shipment from India is not enough',
  'Goods loaded at an Indian port are not Indian for that reason. How a product earns preferential duty under a trade agreement, and what exporter and importer must be able to show.',
  'published',
  'Rules of origin explained for exporters and importers',
  'How goods earn preferential duty under trade agreements: the origin tests, the proof, the costing file and the mistakes customs finds.',
  'rules of origin, certificate of origin, CAROTAR, CETA, CEPA, preferential duty',
  '2026-11-06T15:20:00+05:30',
  '2026-11-10T11:00:00+05:30',
  '2026-11-26T09:00:00+05:30',
  'anita-deshmukh',
  'nandini-mathur',
  '2026-07-31',
  '<p>A buyer abroad asks for a certificate of origin so that the goods may enter at a lower duty. The goods were packed in Jaipur, invoiced in Jaipur and loaded at an Indian port. Under a free trade agreement (FTA) that does not make them Indian. Preference is given to goods that satisfy the rules of origin of that agreement. The place of shipment is not one of the tests.</p>
<h2>How goods become originating</h2>
<p>Agreements differ in detail, but most of them recognise three routes.</p>
<ul>
<li><strong>Wholly obtained.</strong> Crops grown, minerals mined and animals born and raised in the country, and goods made only from these.</li>
<li><strong>Tariff shift.</strong> Imported materials fall under one tariff heading and the finished product under another. The product rule says how far the classification must move, and which moves do not count.</li>
<li><strong>Value.</strong> A stated share of the product’s value must be added in the country, or the value of imported materials must stay below a stated share.</li>
</ul>
<p>Many product rules combine the second and third. Most agreements also list operations that never confer origin, such as packing, labelling, simple mixing and sorting.</p>
<h2>One garment, two answers</h2>
<p>Take a cotton shirt, cut and sewn in India from fabric woven in a third country. Fabric and shirts stand in different chapters of the tariff, so a plain change of chapter is met. But textile rules are often stricter: they leave out a change from fabric, and the fabric itself must be made in one of the two countries. Under such a rule the shirt does not originate, however much sewing was done here.</p>
<p>Now suppose the rule is a value test.</p>
<figure>
<table>
<thead>
<tr><th scope="col">Element</th><th scope="col">Value per shirt</th></tr>
</thead>
<tbody>
<tr><td>Imported fabric and trims</td><td>45</td></tr>
<tr><td>Indian thread, labour and overheads</td><td>40</td></tr>
<tr><td>Profit</td><td>15</td></tr>
<tr><td>Ex-factory price</td><td>100</td></tr>
</tbody>
</table>
<figcaption>Figures for illustration; they belong to no agreement.</figcaption>
</figure>
<p>The imported share is 45 of 100. If the rule allows half, the shirt qualifies. If imported materials rise to 55 and the price of the shirt stays at 100, the same shirt from the same line fails.</p>
<blockquote>Origin under a value test can be lost without anyone touching the product, and must be computed again when costs move.</blockquote>
<h2>Who certifies, and who must hold what</h2>
<p>The exporter or producer declares the facts, by a certificate from the issuing agency or, where the agreement allows it, by an origin declaration of its own. The importer claims the preference and answers for it. In India the Customs (Administration of Rules of Origin under Trade Agreements) Rules, 2020, known as CAROTAR, require the importer to hold information on how the origin was reached, and not the certificate alone. Indian exporters should expect their buyers abroad to ask for the same kind of evidence.</p>
<h2>The costing file</h2>
<ol>
<li>The agreement and the product rule relied on, with the classification of the product and of each imported material.</li>
<li>A bill of materials, each line marked originating or not, with supplier declarations for the originating ones.</li>
<li>The cost sheet for the period, tied to the books.</li>
<li>Process records which show that the work was done here.</li>
<li>The certificate or declaration, the invoice and the transport papers.</li>
</ol>
<h2>The journey matters too</h2>
<p>Most agreements require direct consignment. Goods may pass through a third country, but they must stay under customs control and undergo nothing beyond unloading, reloading and preservation. A through bill of lading, or a statement from customs at the transit port, should be in the file.</p>
<h2>Verification</h2>
<p>The importing country may ask the issuing agency, the exporter or the importer to prove the claim, sometimes long after clearance. If the answer is late or thin, preference is refused and duty with interest follows. The buyer will look to the contract for recovery, so the contract should say who bears it.</p>
<h2>Mistakes that lose the preference</h2>
<ul>
<li>Preference assumed from the address on the invoice.</li>
<li>The product classified by the supplier’s code, so that the wrong rule is read.</li>
<li>A certificate issued without a costing behind it.</li>
<li>Third-country goods routed through a partner country and declared as its own.</li>
<li>Rules of one agreement applied to another: the India–UK Comprehensive Economic and Trade Agreement (CETA) and the India–UAE Comprehensive Economic Partnership Agreement (CEPA) are separate texts with separate product rules.</li>
</ul>
<p>Read the product rule before quoting a landed price. If the goods qualify, build the file once and keep it current. If they do not, quote with the ordinary duty. Our <a href="/services/customs-compliance">customs practice</a> reviews origin claims in both directions.</p>
<h2>Sources</h2>
<ul>
<li>Customs (Administration of Rules of Origin under Trade Agreements) Rules, 2020, and Notification 62/2026-Customs (N.T.) on origin under CETA: <a href="https://www.cbic.gov.in/">Central Board of Indirect Taxes and Customs</a></li>
<li>Texts of the trade agreements of India: <a href="https://www.commerce.gov.in/">Department of Commerce</a></li>
</ul>',
  (select id from public.categories where slug = 'market-entry-and-global-trade')
)
on conflict do nothing;

insert into public.blog_posts (id, slug, title, excerpt, status, meta_title, meta_description, meta_keywords, created_at, published_at, updated_at, author, reviewer, law_as_of, content, category_id)
values (
  'f8a5face-f075-564f-8781-22c9611fe3a3',
  'scomet-licence-questions',
  'Before you sign: does your export need a SCOMET licence?',
  'Valves, sensors, software and drawings can all be controlled. Five questions to ask before an export contract is signed, and a one-page record for the answer “not controlled”.',
  'published',
  'Does your export need a SCOMET licence? Five questions',
  'Five questions to ask before exporting goods, software or drawings that may be on India’s SCOMET list, and how to record the answer.',
  'SCOMET, dual-use, export control, end-user certificate, EAR',
  '2026-10-15T16:05:00+05:30',
  '2026-10-20T11:00:00+05:30',
  '2026-11-23T09:00:00+05:30',
  'nandini-mathur',
  'rajendra-shekhawat',
  '2026-07-31',
  '<p>Export control is often taken for a concern of arms makers. Most of the goods on India’s control list are civilian: valves, pumps, machine tools, sensors, chemicals, encryption products. They are listed because they can also serve a military or weapons purpose. The list is called SCOMET, short for Special Chemicals, Organisms, Materials, Equipment and Technologies. It covers goods, software and technology, and an export without the required authorisation is a contravention even when the buyer is harmless.</p>
<h2>What the list covers</h2>
<p>Licensing is mainly with the Directorate General of Foreign Trade (DGFT), after review by several ministries. Nuclear items go to the Department of Atomic Energy, and munitions to the Department of Defence Production. Three points surprise exporters.</p>
<ul>
<li><strong>Technology is an export.</strong> Drawings, process data and source code may be controlled even where nothing is shipped.</li>
<li><strong>The channel does not matter.</strong> Email, a shared folder, a cloud server or a remote session can all be a transfer.</li>
<li><strong>Unlisted items can need a licence.</strong> The catch-all control applies when DGFT has told the exporter in writing, or the exporter knows or has reason to believe, that the item may be used in, or diverted to, weapons of mass destruction, missile systems or military use.</li>
</ul>
<h2>Five questions before you sign</h2>
<ol>
<li><strong>What is the item, in technical terms?</strong> Compare the data sheet with the control text, parameter by parameter. The trade name and the customs code do not decide it.</li>
<li><strong>What will it be used for?</strong> Ask for the end use in writing. It should fit the buyer’s business, the quantity and the site.</li>
<li><strong>Who will use it?</strong> Name the buyer, the consignee and the final user, and check them against the sanctions and denied-party lists that apply.</li>
<li><strong>Where is it going?</strong> Consider the final destination, not only the first port, and any sanctions of the United Nations.</li>
<li><strong>How will it travel?</strong> List shipments, downloads, visits by engineers, training and repair. Each may be a transfer of its own.</li>
</ol>
<p>Some answers should stop the order until they are explained: a buyer unwilling to name the user, a product far beyond the needs of the business, refusal of installation or service, unusual routing, or payment by a stranger to the contract.</p>
<h2>Recording a “not controlled” decision</h2>
<p>Most reviews end with the finding that no licence is needed. That finding has value only if it can be shown later. A one-page note is enough.</p>
<ul>
<li>The item, with its data sheet and version.</li>
<li>The entries of the list considered, and why each is not met.</li>
<li>The end use, user and destination as stated, with the checks made.</li>
<li>The date and version of the list, and the names of the engineer and the compliance officer who decided.</li>
</ul>
<p>Review the note when the product changes, when the list is amended, and when the buyer changes. The list is amended from time to time, so an old note should not be copied into a new order.</p>
<h2>What an application needs</h2>
<p>When a licence is needed, the review turns on consistency. The contract or purchase order, the technical specification, the end-user certificate and the particulars of every party in the chain must agree with each other. The usual causes of delay are an end-user certificate that differs from the contract, a description too general to assess, and an intermediary left unexplained. Plan the delivery date around the review, and write into the contract that delivery depends on the licence.</p>
<h2>Goods that return</h2>
<p>Repair and replacement deserve attention. An item that came back to India for repair leaves again as an export. So does a demonstration unit, a warranty spare or a laptop with controlled software. Ask whether an authorisation is needed for the outward journey before accepting the return.</p>
<blockquote>Ask the engineer what the item can do, and the sales team who will use it. Keep both answers in the note.</blockquote>
<h2>US export control as well</h2>
<p>Indian law may not be the only law on the item. Under the Export Administration Regulations (EAR) of the USA, goods, software and technology of US origin stay controlled in India and on re-export, and so may foreign items with US content. Ask the supplier for the Export Control Classification Number (ECCN), and check the US lists of restricted parties, and who owns the party: a rule on companies half owned by listed ones was suspended until 9 November 2026; check whether it applies. Defence items come under a separate US regime, the International Traffic in Arms Regulations (ITAR), on which licensed US professionals should advise.</p>
<h2>In the order process</h2>
<p>Put the five questions into the order form, give one person the power to hold a shipment, and keep the notes in one place. Our <a href="/services/foreign-trade-policy">foreign trade practice</a> helps with classification, applications and internal compliance programmes.</p>
<h2>Sources</h2>
<ul>
<li>Foreign Trade Policy 2023 and Handbook of Procedures 2023, chapter 10, and the SCOMET list: <a href="https://www.dgft.gov.in/">Directorate General of Foreign Trade</a></li>
<li>Weapons of Mass Destruction and their Delivery Systems (Prohibition of Unlawful Activities) Act, 2005, section 5: <a href="https://www.indiacode.nic.in/">India Code</a></li>
<li>Export Administration Regulations and lists of restricted parties: <a href="https://www.bis.gov/">US Bureau of Industry and Security</a></li>
</ul>',
  (select id from public.categories where slug = 'foreign-trade-policy')
)
on conflict do nothing;

insert into public.blog_posts (id, slug, title, excerpt, status, meta_title, meta_description, meta_keywords, created_at, published_at, updated_at, author, reviewer, law_as_of, content, category_id)
values (
  'bcff4201-41f5-57a2-b706-22bdcff0ea04',
  'fdi-first-fema-filings',
  'From remittance to FC-GPR: the first FEMA filings',
  'The investment was permitted and the price was right, yet a step was missed. The order of filings after foreign money arrives, and how a delay is put right.',
  'published',
  'FC-GPR and the first FEMA filings after foreign investment',
  'The order of steps after foreign money reaches an Indian company: KYC, allotment, FC-GPR, the FLA return, and how delays are put right.',
  'FC-GPR, FDI reporting, FLA return, FIRMS portal, compounding',
  '2026-09-24T14:40:00+05:30',
  '2026-09-29T11:00:00+05:30',
  '2026-11-23T09:00:00+05:30',
  'imran-qureshi',
  'rajendra-shekhawat',
  '2026-07-31',
  '<p>Foreign money arrives in an Indian company, the shares are issued, and everyone returns to business. Months later the bank or the buyer’s lawyers ask for a filing that was never made. Many foreign-investment defaults begin this way: the investment was permitted, the price was right, and a step was missed because no one was responsible for it.</p>
<p>Foreign direct investment (FDI) is governed by the Foreign Exchange Management Act, 1999 (FEMA) and the Non-debt Instruments Rules, 2019. What follows is the order of steps after a decision to invest.</p>
<h2>Before the money moves</h2>
<ol>
<li><strong>Check the route.</strong> Most activities are open on the automatic route. Some need Government approval, some are capped or carry conditions, a few are closed. Investment from a country that shares a land border with India, or beneficially owned there, has rules of its own.</li>
<li><strong>Choose the instrument.</strong> Equity shares, and preference shares and debentures that must convert, count as equity. Optionally convertible instruments count as debt and belong to the borrowing rules.</li>
<li><strong>Settle the price.</strong> The issue to a non-resident must respect fair value, certified by a qualified valuer; for listed shares the regulated market price applies. Keep the report with the board papers.</li>
<li><strong>Brief the bank.</strong> Tell the Authorised Dealer (AD) bank what is coming, from whom and for what, so that the purpose code is right on the day.</li>
</ol>
<h2>When the money arrives</h2>
<p>The remitting bank is asked for a know-your-customer (KYC) report on the investor. It often takes longer than any other paper, above all where the investor is a fund or a holding company with several layers. Start it before the transfer. The company then allots the shares within the time allowed. If it cannot, the money must be returned; it cannot wait in the account until the paperwork is ready.</p>
<p>Every remittance should be traceable to one investor, one round and one allotment. If a group company pays for the investor, ask the bank first whether and how that can be accepted.</p>
<h2>The first report: FC-GPR</h2>
<p>Form FC-GPR reports the issue. It is filed in the Single Master Form on the FIRMS portal of the Reserve Bank of India (RBI), through the AD bank, which checks it and may send it back. It needs the remittance evidence, the KYC report, the valuation, the board resolution and a company secretary’s certificate. The shareholding before and after must agree with the register and with the filings at the Ministry of Corporate Affairs.</p>
<h2>The report that returns each year</h2>
<p>Once there is foreign investment on the books, the company files the return of Foreign Liabilities and Assets (FLA) each year. It is due even if no new money came and nothing changed in the year.</p>
<h2>Who is responsible for each step</h2>
<table>
<thead>
<tr><th scope="col">Step</th><th scope="col">Responsible</th><th scope="col">Proof kept</th></tr>
</thead>
<tbody>
<tr><td>Route and sector check</td><td>Adviser</td><td>Dated note</td></tr>
<tr><td>Valuation</td><td>Qualified valuer</td><td>Report</td></tr>
<tr><td>Remittance and KYC</td><td>Investor and both banks</td><td>Advice, KYC report</td></tr>
<tr><td>Allotment</td><td>Board, company secretary</td><td>Resolution, register</td></tr>
<tr><td>FC-GPR</td><td>Company, through the AD bank</td><td>Acknowledgement, approval</td></tr>
<tr><td>FLA return</td><td>Finance head</td><td>Acknowledgement</td></tr>
</tbody>
</table>
<h2>What usually goes wrong</h2>
<ul>
<li>Money received before the instrument was decided, and booked as a loan.</li>
<li>Allotment delayed while the KYC report was awaited.</li>
<li>A purpose code for services or loans, corrected only at filing.</li>
<li>A later transfer between a resident and a non-resident registered before form FC-TRS was filed.</li>
<li>Downstream investment by the Indian company left unreported.</li>
</ul>
<h2>Putting a delay right</h2>
<p>A late filing is still worth making. For a delay in reporting, within the period that RBI allows for it, a late submission fee is paid with the belated filing. After that period, or where the contravention is of substance, such as a wrong price or a breached condition, the remedy is compounding: an application to RBI, after the default has been regularised, which ends further action on that default. Apply when the facts agree with the bank’s records, and as early as you can: a pending investigation must be disclosed, and may close the route.</p>
<p>The choice between the two depends on what went wrong. Write the chronology first: each date, amount, instrument and filing, with its paper. Sometimes it shows that a filing thought missing was made.</p>
<blockquote>The investor’s diligence team will read the FEMA file at exit. Prepare it for that reader.</blockquote>
<p>Our <a href="/services/rbi-fema-compliance">FEMA practice</a> plans the sequence, makes the filings with your bank, and rebuilds older files where papers are missing.</p>
<h2>Sources</h2>
<ul>
<li>Foreign Exchange Management Act, 1999, and Non-debt Instruments Rules, 2019: <a href="https://www.indiacode.nic.in/">India Code</a></li>
<li>Regulations on payment and reporting, FEMA 395/2019-RB; late submission fee, circular 16 of 30 September 2022; Compounding Proceedings Rules, 2024: <a href="https://www.rbi.org.in/">Reserve Bank of India</a></li>
</ul>',
  (select id from public.categories where slug = 'fema-and-international-tax')
)
on conflict do nothing;

insert into public.blog_posts (id, slug, title, excerpt, status, meta_title, meta_description, meta_keywords, created_at, published_at, updated_at, author, reviewer, law_as_of, content, category_id)
values (
  'b035741e-b3ae-55f6-bead-9786ea358802',
  'related-party-imports-svb',
  'Importing from your own group: how to prepare for the SVB',
  'When the seller is your parent, customs asks whether a stranger would have paid the same price. What the Special Valuation Branch examines, and the papers to have ready for it.',
  'published',
  'Related-party imports: preparing for the SVB',
  'What the Special Valuation Branch looks for in related-party imports, and how to align customs value with the transfer pricing file.',
  'SVB, related-party imports, customs valuation, transfer pricing, royalty',
  '2026-09-03T12:10:00+05:30',
  '2026-09-08T11:00:00+05:30',
  '2026-11-26T09:00:00+05:30',
  'nandini-mathur',
  'imran-qureshi',
  '2026-07-31',
  '<p>An Indian company that imports from its parent must answer a question which other importers never hear: would the price have been the same had the seller been a stranger? Customs asks it through the Special Valuation Branch (SVB). Goods are cleared while it examines the matter, and complete papers shorten the inquiry.</p>
<h2>Who is related</h2>
<p>The Customs Valuation Rules, 2007 list the relationships. They include officers or directors of one another’s businesses, legal partners, employer and employee, common control, one controlling the other, a stated level of shareholding, and members of the same family. A sole agent or distributor is not related for that reason alone. Relationship is declared on the bill of entry. If it is in doubt, declare it and keep a note of the reasons.</p>
<p>Being related does not make the price unacceptable. The declared value stands if the relationship did not influence it, or if it comes close to certain test values, such as prices to unrelated buyers in India.</p>
<h2>What the branch asks about</h2>
<p>The importer files a declaration and a questionnaire. The questions fall into five groups.</p>
<ol>
<li>The parties: ownership, directors, and the functions of each company.</li>
<li>The agreements: supply, distribution, technical assistance, licence, cost sharing.</li>
<li>The price: how it is set, who approves it, discounts, and prices to others.</li>
<li>Additions: royalty, licence fees, tools and moulds supplied free or at reduced cost, commissions, freight and insurance.</li>
<li>What happens after import: resale price, further manufacture, and payments back to the seller.</li>
</ol>
<h2>Clearance meanwhile</h2>
<p>Goods need not wait. While the matter is examined, assessments are provisional, on a bond. No extra deposit is required as routine, but security may be required if replies are late or a finding is adverse. When the inquiry ends, the branch sends its report, which is not an order, and the port finalises the assessments. If value is to be added, a notice comes first and the usual remedies are open.</p>
<p>Provisional assessment also has a cost of its own. Every entry stays open until it is finalised, and refunds, audits and budgets stay open with it. Since 2025 the Customs Act sets a limit of two years for finalising, which may be extended; assessments that were pending on 29 March 2025 count from that day. Prompt and complete replies shorten that time.</p>
<h2>One price, two laws</h2>
<p>The same price is tested by income-tax authorities as a transfer price. Their concern is that the Indian company paid too much and so earned too little. The concern of customs is that it paid too little and so bore too little duty.</p>
<blockquote>Either may ask for what was filed with the other, so the two explanations must agree.</blockquote>
<table>
<thead>
<tr><th scope="col">Point</th><th scope="col">Customs</th><th scope="col">Transfer pricing</th></tr>
</thead>
<tbody>
<tr><td>What is tested</td><td>Each import of goods</td><td>A class of dealings, usually for a year</td></tr>
<tr><td>Main concern</td><td>Value too low</td><td>Price too high</td></tr>
<tr><td>Usual evidence</td><td>Prices, agreements, additions to value</td><td>Functions, risks, margins of comparable companies</td></tr>
<tr><td>Moment</td><td>At import</td><td>After the year closes</td></tr>
</tbody>
</table>
<p>The two can be reconciled. A functional analysis that explains why the margin is normal for the work done can support the customs value as well, if it is joined to prices product by product.</p>
<h2>Royalties and year-end adjustments</h2>
<p>A royalty is added to customs value when it relates to the imported goods and is paid as a condition of their sale. A royalty for making finished goods in India with local parts may stand outside. The wording of the agreement decides, so read it before the first import.</p>
<p>A year-end true-up is more difficult. If the parent sends a credit or debit note that changes the price of goods already cleared, someone must ask what it means for customs and for goods and services tax (GST). Adjust prices during the year where possible, and record the effect on past entries where it is not.</p>
<h2>Papers to have ready</h2>
<ul>
<li>Group chart and shareholding, with dates of change.</li>
<li>All agreements in force, with amendments.</li>
<li>Price lists, and invoices to unrelated buyers where there are any.</li>
<li>The pricing policy, and the transfer pricing study for the same years.</li>
<li>Payments to the group other than for goods, with the reason for each.</li>
<li>Cost build-up from the supplier, or a reasoned statement why it is not available.</li>
<li>A list of imports by port and by product.</li>
</ul>
<p>Report changes too. A new agreement, shareholder or pricing method may reopen a finding that was favourable. Our <a href="/services/customs-compliance">customs practice</a> prepares replies together with the transfer pricing file, so that the two agree.</p>
<h2>Sources</h2>
<ul>
<li>Customs Act, 1962, section 18, as amended by the Finance Act, 2025: <a href="https://www.indiacode.nic.in/">India Code</a></li>
<li>Customs Valuation Rules, 2007; circular 5/2016-Customs; provisional assessment, Notification 55/2025-Customs (N.T.): <a href="https://www.cbic.gov.in/">Central Board of Indirect Taxes and Customs</a></li>
</ul>',
  (select id from public.categories where slug = 'customs-and-gst')
)
on conflict do nothing;

insert into public.blog_posts (id, slug, title, excerpt, status, meta_title, meta_description, meta_keywords, created_at, published_at, updated_at, author, reviewer, law_as_of, content, category_id)
values (
  'e3578589-c177-57d3-a7d5-04dae4fcc2e7',
  'india-entity-forms-compared',
  'Subsidiary, branch or liaison office: choosing a form for India',
  'A company, a partnership or an office: each has its own permitted activity, funding, tax and exit. Five questions that settle the form, and the two papers that decide the timetable.',
  'published',
  'Subsidiary, branch or liaison office in India',
  'Company, LLP, branch, liaison or project office: what each may do in India, how it is funded and taxed, and questions to settle first.',
  'market entry India, liaison office, branch office, wholly owned subsidiary, LLP',
  '2026-08-13T17:30:00+05:30',
  '2026-08-18T11:00:00+05:30',
  '2026-11-26T09:00:00+05:30',
  'rajendra-shekhawat',
  'imran-qureshi',
  '2026-07-31',
  '<p>Foreign companies often arrive with the form already chosen: “we always open a branch” or “we always set up a subsidiary”. India does not treat these forms as variations of one thing. Each has its own permitted activity, source of money, tax position and exit. To convert one into another later takes new approvals, and may be taxed.</p>
<h2>Five questions to settle first</h2>
<ol>
<li><strong>Activity.</strong> Will you sell, manufacture, provide services, support group companies, or only observe and introduce?</li>
<li><strong>Income.</strong> Will anyone in India be invoiced, and by whom?</li>
<li><strong>Funding.</strong> Will the money be share capital, a loan or remittances from head office, and does the sector allow it?</li>
<li><strong>Liability.</strong> Should claims stop at the Indian entity, or may they reach the parent?</li>
<li><strong>Exit.</strong> Will you sell, close or hand over, and who will need to approve that?</li>
</ol>
<p>Answer these in writing before a lawyer or an accountant drafts anything. The form follows from them.</p>
<h2>The forms compared</h2>
<table>
<thead>
<tr><th scope="col">Form</th><th scope="col">What it may do</th><th scope="col">Money and tax</th></tr>
</thead>
<tbody>
<tr><td>Wholly owned private limited company</td><td>Any activity open to foreign investment in its sector</td><td>Equity and permitted borrowing; taxed as an Indian company</td></tr>
<tr><td>Joint-venture company</td><td>The same, with an Indian partner</td><td>As above, with a shareholders’ agreement</td></tr>
<tr><td>Limited liability partnership (LLP)</td><td>Sectors fully open on the automatic route, without performance conditions</td><td>Capital contribution; taxed as a firm</td></tr>
<tr><td>Liaison office</td><td>Communication only: no trade, no income</td><td>Funded by head office</td></tr>
<tr><td>Branch office</td><td>Listed activities; ordinarily no manufacture</td><td>Taxed as a foreign company</td></tr>
<tr><td>Project office</td><td>One contract in India</td><td>Funded through the project; taxed as a foreign company</td></tr>
</tbody>
</table>
<p>Offices of foreign companies need the approval or acknowledgement that exchange-control rules prescribe, through an Authorised Dealer (AD) bank. Those rules have been under review, so confirm the current position before applying.</p>
<h2>How the choice is usually made</h2>
<ul>
<li>A manufacturer that will hire, import and sell generally needs a company.</li>
<li>A buyer’s agent who only visits suppliers and reports home may be served by a liaison office. The moment it negotiates prices or concludes contracts, it has left its permission, and may have created a taxable presence.</li>
<li>An engineering firm with one long contract may prefer a project office that ends with the work.</li>
<li>A professional or consulting group may find an LLP convenient, if its sector allows it.</li>
<li>A joint venture suits a sector where local knowledge or a cap on ownership makes a partner necessary. Agree deadlock, transfer and exit with counsel before the first capital call.</li>
</ul>
<h2>The order of steps</h2>
<ol>
<li>Strategy and permissibility: sector, route, ownership, licences, tax and treaty view.</li>
<li>Formation: for a company, names, digital signatures and the integrated SPICe+ filing with the Ministry of Corporate Affairs (MCA). At least two directors are needed, one of them resident in India. Papers from abroad must be notarised and apostilled.</li>
<li>Registrations: goods and services tax (GST), shops and establishments, labour and social-security registrations under the four labour codes, and any product or sector licence.</li>
<li>Bank account, then capital, allotment of shares and the foreign-investment report.</li>
<li>Tax compliance from the first invoice and the first payment abroad.</li>
<li>The yearly cycle of returns, meetings and audit.</li>
</ol>
<h2>Why two papers decide the timetable</h2>
<p>Most plans show the date of incorporation. The bank account often takes longer. The bank must know the foreign parent down to its beneficial owners, and a group with several layers should prepare those papers at the start.</p>
<blockquote>Capital cannot come in before the account is open, and shares cannot be allotted before capital comes in.</blockquote>
<p>The second is the Importer–Exporter Code (IEC), without which commercial goods do not clear customs. It can be prepared early but needs a bank account, so the first container should not be booked until both are in hand.</p>
<h2>Mistakes that are expensive to undo</h2>
<ul>
<li>A form copied from another country.</li>
<li>An objects clause at odds with the foreign-investment policy.</li>
<li>Start-up costs of the parent recharged without an agreement.</li>
<li>Money sent before the account is open, or under a loan code.</li>
<li>First annual returns missed because there was no turnover.</li>
</ul>
<p>Put the answers to the five questions on two pages before anything is filed. Our <a href="/services/market-entry">market entry practice</a> begins with these answers, and stays for the phases that follow.</p>
<h2>Sources</h2>
<ul>
<li>Companies Act, 2013, and incorporation forms: <a href="https://www.mca.gov.in/">Ministry of Corporate Affairs</a></li>
<li>Policy on foreign direct investment: <a href="https://www.dpiit.gov.in/">Department for Promotion of Industry and Internal Trade</a></li>
<li>Foreign Exchange Management Act, 1999: offices of foreign companies, with the draft regulations of 3 October 2025: <a href="https://www.rbi.org.in/">Reserve Bank of India</a></li>
</ul>',
  (select id from public.categories where slug = 'market-entry-and-global-trade')
)
on conflict do nothing;

insert into public.blog_posts (id, slug, title, excerpt, status, meta_title, meta_description, meta_keywords, created_at, published_at, updated_at, author, reviewer, law_as_of, content, category_id)
values (
  '9c7d92f6-ece4-5bf2-a370-dbf45593ee26',
  'dtaa-trc-documents',
  'Treaty benefit starts with paper: TRC, declaration and substance',
  'A treaty rate is a claim that someone has to prove, often years later, from the file alone. What payer and payee each keep, and when during the year each paper has to be collected.',
  'published',
  'Treaty benefit: TRC, declaration and substance',
  'The documents behind a treaty claim on cross-border payments: residency certificate, declaration, beneficial ownership and substance.',
  'DTAA, tax residency certificate, withholding tax, MLI, foreign tax credit',
  '2026-07-23T13:15:00+05:30',
  '2026-07-28T11:00:00+05:30',
  '2026-11-26T09:00:00+05:30',
  'imran-qureshi',
  'rajendra-shekhawat',
  '2026-07-31',
  '<p>An Indian company pays a fee to a consultant abroad. The invoice says “no tax to be deducted, treaty applies”. The sentence may be right, but it is no evidence. The payer who deducts less tax bears the risk if the file does not support it.</p>
<blockquote>A treaty rate is a claim that someone has to prove, often years later, to an officer who has only the file.</blockquote>
<h2>When a treaty helps</h2>
<p>A Double Taxation Avoidance Agreement (DTAA) divides the right to tax between two countries. A resident of either may use the treaty where it is more favourable than domestic law. In January 2026 the Supreme Court held in <em>Tiger Global</em> that a residency certificate alone does not secure the treaty: the authorities may look at control and substance, and the general anti-avoidance rule may apply. From 1 April 2026 that law is the Income-tax Act, 2025; earlier years remain under the previous Act, so both are in use at once. The treaty itself continues, but the forms and references around it have changed. Use the current ones.</p>
<p>Ask four questions in order. Is the income taxable in India at all? Which article of the treaty covers it? Is the person entitled to the treaty? Is there a rule that denies the benefit?</p>
<h2>What each side keeps</h2>
<table>
<thead>
<tr><th scope="col">Paper</th><th scope="col">Payee provides</th><th scope="col">Payer checks</th></tr>
</thead>
<tbody>
<tr><td>Tax Residency Certificate (TRC)</td><td>From the home tax authority</td><td>Name, country, and the period of the payment</td></tr>
<tr><td>Declaration of treaty particulars</td><td>In the electronic form prescribed</td><td>That it agrees with the TRC</td></tr>
<tr><td>Permanent establishment statement</td><td>Whether there is one in India; if not, why not</td><td>That contracts and visits support it</td></tr>
<tr><td>Beneficial ownership</td><td>For dividend, interest, royalty and fees, where the article requires it</td><td>That the money does not simply pass through</td></tr>
<tr><td>Contract and invoice</td><td>Signed, with the nature of the service</td><td>That the words match the work</td></tr>
</tbody>
</table>
<h2>Substance, in plain words</h2>
<p><strong>Beneficial ownership</strong> asks whether the recipient may use and enjoy the income, or only forwards it. An entity with no staff, no risk and a duty to pass the money on has a weak answer.</p>
<p><strong>Permanent establishment (PE)</strong> asks whether the foreign enterprise has a place, a project or a dependent agent in India through which it carries on business. If it has, profits attributable to it are taxable here whatever the invoice says. Days spent by visiting staff, and authority to conclude contracts, are the usual facts.</p>
<p><strong>Principal purpose</strong> comes from the Multilateral Instrument (MLI), a product of the project on Base Erosion and Profit Shifting (BEPS). Benefit may be refused if obtaining it was one of the principal purposes of an arrangement. The instrument is meant to change many Indian treaties at once, among them those with the UK and the United Arab Emirates. Tribunals have asked for a separate Indian notification of each change. The point is not settled, so a file should be ready for either answer. It does not touch the treaty with the USA, which has a limitation-on-benefits article of its own.</p>
<h2>The payment file</h2>
<ol>
<li>Nature of the payment, and the article relied on, in a short note.</li>
<li>TRC for the right period, and the declaration.</li>
<li>PE and beneficial-ownership statements, with the facts behind them.</li>
<li>Contract, invoice and evidence that the service was received.</li>
<li>Rate applied and computation of tax, including how tax borne by the payer was grossed up.</li>
<li>Remittance forms, the accountant’s certificate where required, and proof of deposit.</li>
</ol>
<p>If the position is uncertain, a certificate of lower or nil withholding may be sought from the tax authority before payment. It takes time, and the payer can then rely on it.</p>
<h2>When each paper is due</h2>
<ul>
<li><strong>At contract.</strong> Say who bears tax, which papers the payee will give, and when.</li>
<li><strong>Before the first payment.</strong> Collect the TRC and declaration. Renew them for each period.</li>
<li><strong>At each payment.</strong> Apply the note, file the remittance form, deposit the tax.</li>
<li><strong>Each quarter.</strong> File the statement of tax deducted on payments to non-residents, and issue the payee’s certificate.</li>
<li><strong>At year end.</strong> Reconcile the statements with the books, and check that nothing changed in the payee’s facts.</li>
</ul>
<h2>At the other end</h2>
<p>Tax deducted in one country is usually credited in the other, if the payee claims it with the right certificate and in time. Indian residents with foreign income must file their statement of foreign tax as the rules require. Credit is limited to the tax due at home on the same income, and a claim made late may fail.</p>
<h2>What goes wrong</h2>
<ul>
<li>A TRC for another year, or for another company of the group.</li>
<li>A reduced rate taken through a most-favoured-nation clause without a notification in India.</li>
<li>No tax withheld because “the payee is foreign”.</li>
<li>A structure kept for its treaty rate after its business reason has gone.</li>
</ul>
<p>Our <a href="/services/rbi-fema-compliance">international tax practice</a> prepares payment files, and reviews the arrangements in force.</p>
<h2>Sources</h2>
<ul>
<li>Income-tax Act, 2025, and the treaties of India with the Multilateral Instrument: <a href="https://www.incometaxindia.gov.in/">Income Tax Department</a></li>
<li><em>Tiger Global</em>, 2026 INSC 60, and <em>Nestlé</em> (2023), on the notification of most-favoured-nation clauses: <a href="https://www.sci.gov.in/">Supreme Court of India</a></li>
</ul>',
  (select id from public.categories where slug = 'fema-and-international-tax')
)
on conflict do nothing;

insert into public.blog_posts (id, slug, title, excerpt, status, meta_title, meta_description, meta_keywords, created_at, published_at, updated_at, author, reviewer, law_as_of, content, category_id)
values (
  'feea2510-f19f-5839-a26d-a46598249319',
  'moowr-bonded-factory',
  'MOOWR in plain terms: who gains from a bonded factory',
  'A factory licensed as a bonded warehouse defers duty on machines and inputs without an export obligation. Whom it suits, how it compares with EPCG, and what leaving it costs.',
  'published',
  'MOOWR in plain terms: the bonded factory',
  'How manufacturing in a customs bonded warehouse defers duty, whom it suits, what records it needs, and how it compares with EPCG and AA.',
  'MOOWR, bonded warehouse, duty deferment, EPCG, Advance Authorisation',
  '2026-07-02T11:50:00+05:30',
  '2026-07-07T11:00:00+05:30',
  '2026-11-26T09:00:00+05:30',
  'nandini-mathur',
  'imran-qureshi',
  '2026-07-31',
  '<p>MOOWR stands for the Manufacture and Other Operations in Warehouse (No. 2) Regulations, 2019. A factory may be licensed as a customs bonded warehouse, and goods imported into it need not bear duty until they leave for the Indian market. If the finished product is exported, the duty on its imported inputs falls away.</p>
<h2>Deferral is not exemption</h2>
<p>The distinction decides whether the scheme suits a business. Duty is deferred, without interest, for as long as the goods stay in bond. There is no export obligation and no condition of value addition.</p>
<blockquote>No duty falls due because a target was missed. It is payable when goods are cleared for home consumption.</blockquote>
<h2>What happens to each kind of goods</h2>
<table>
<thead>
<tr><th scope="col">Goods</th><th scope="col">On import into bond</th><th scope="col">On leaving</th></tr>
</thead>
<tbody>
<tr><td>Inputs in exported products</td><td>Duty deferred</td><td>Duty on those inputs falls away</td></tr>
<tr><td>Inputs in products sold in India</td><td>Duty deferred</td><td>Duty on the inputs is paid on clearance, and goods and services tax (GST) applies to the product</td></tr>
<tr><td>Machines</td><td>Duty deferred while in use</td><td>Duty is payable on removal to India, with no depreciation; none on export</td></tr>
<tr><td>Waste and scrap</td><td>Arises in bond</td><td>Treated according to whether the product was exported or cleared at home</td></tr>
</tbody>
</table>
<h2>Effect on cash</h2>
<p>Picture two factories that import the same machine and the same components. The first pays duty at the port. Integrated tax returns as credit, with some delay; basic duty on inputs returns through the price or, on export, through a refund scheme; basic duty on the machine is a cost.</p>
<p>The second is bonded. On the machine it pays nothing while the machine works in bond. On components it pays at the moment of clearance, close to the day when the customer pays. On exports it pays nothing, and waits for no refund. The gain is working capital, and it is largest where duty is high, stock is slow and equipment is costly. Where imports are few or duty is low, there may be little to defer.</p>
<h2>When it suits better than the alternatives</h2>
<ul>
<li><strong>Against EPCG.</strong> Export Promotion Capital Goods (EPCG) exempts the machine, but with an export obligation over six years. A business that sells mainly in India may prefer deferral.</li>
<li><strong>Against Advance Authorisation.</strong> An Advance Authorisation exempts inputs for a stated export, on norms that must be proved. A bonded factory has no norm fixed by DGFT. It declares input–output norms to customs where required, and accounts for every input.</li>
<li><strong>Against a Special Economic Zone (SEZ).</strong> A zone has its own location, approvals and obligations. A bonded factory can be an existing one.</li>
<li><strong>Against drawback.</strong> Drawback refunds after export. The bonded unit never pays on the export part, but cannot assume that other export benefits continue: each must be checked against the conditions in force.</li>
</ul>
<p>Some products and situations are excluded or treated specially, and the rules are amended from time to time. Parliament has passed a provision, not in force when this was written, under which integrated tax would be paid on import into bond. A plan that depends on deferring it should say so. Confirm the present position before deciding.</p>
<h2>Getting the licence</h2>
<ol>
<li>Compare the schemes on your own purchase and sales figures, for three cases: as planned, slower exports, and an early exit.</li>
<li>Check that the premises can be secured and identified, and that the plan shows where goods enter, are worked on and leave.</li>
<li>Apply to the customs authority with the bond and the required declarations.</li>
<li>Set up the digital records before the first consignment.</li>
<li>Train stores and production, who make the entries every day.</li>
</ol>
<h2>Records</h2>
<p>The licence rests on records. At any time the unit must be able to say what was received, from which bill of entry, what was used in which product, what left, and what remains. The unit therefore needs a stock system that follows customs entries, reconciled with the books and with GST returns. Spreadsheets filled in afterwards are not enough for an audit.</p>
<h2>Leaving the scheme</h2>
<p>When a machine leaves bond for India, its deferred duty is due without depreciation, however old it is. If the company intends to sell the line, to move it or to surrender the licence, that amount belongs in the business case from the first day. A buyer’s due diligence will treat it as debt.</p>
<h2>Is it for you?</h2>
<p>The scheme rewards manufacturers with expensive equipment, long stock cycles, a mix of home and export sales, and good records. Without good records it is not advisable. Our <a href="/services/customs-compliance">customs practice</a> runs the comparison, prepares the application for the licence, and tests the records.</p>
<h2>Sources</h2>
<ul>
<li>Customs Act, 1962, sections 65 and 65A: <a href="https://www.indiacode.nic.in/">India Code</a></li>
<li>Manufacture and Other Operations in Warehouse (No. 2) Regulations, 2019, Notification 69/2019-Customs (N.T.): <a href="https://www.cbic.gov.in/">Central Board of Indirect Taxes and Customs</a></li>
</ul>',
  (select id from public.categories where slug = 'customs-and-gst')
)
on conflict do nothing;

insert into public.blog_posts (id, slug, title, excerpt, status, meta_title, meta_description, meta_keywords, created_at, published_at, updated_at, author, reviewer, law_as_of, content, category_id)
values (
  '799889fd-1b84-5576-86f4-abf0c8683898',
  'closing-epcg-authorisation',
  'Closing an EPCG authorisation: the six-year file',
  'Many holders export enough, but in the seventh year they cannot show it. What to collect from the first month, what to review yearly, and how to close it.',
  'published',
  'Closing an EPCG authorisation: the six-year file',
  'What to collect each year of an EPCG authorisation so that the export obligation can be shown, discharged and the bond released.',
  'EPCG, export obligation, EODC, installation certificate, capital goods',
  '2026-06-11T15:45:00+05:30',
  '2026-06-16T11:00:00+05:30',
  '2026-11-26T09:00:00+05:30',
  'nandini-mathur',
  'rajendra-shekhawat',
  '2026-07-31',
  '<p>The Export Promotion Capital Goods scheme (EPCG) lets a manufacturer or service exporter import machinery at zero customs duty. In return it undertakes to export, within six years, a multiple of the duty saved. Many holders export more than enough. Their difficulty comes in the seventh year, when they cannot show it. An authorisation is closed with papers, and most of them are easy to obtain only in the month in which they are made.</p>
<h2>What the obligation counts</h2>
<p>Two obligations run side by side.</p>
<ul>
<li><strong>Specific.</strong> The multiple of duty saved stated on the authorisation, met by exports made with the machine, or of the products listed.</li>
<li><strong>Average.</strong> The level of exports of the same or similar products which the holder had reached before, maintained over and above the specific obligation. Some sectors and cases are relieved of it; read your own authorisation.</li>
</ul>
<p>The six years are divided into blocks, with a share of the specific obligation due in the first. A strong final year does not by itself cure a weak first block: the shortfall has to be regularised.</p>
<figure>
<table>
<thead>
<tr><th scope="col">1</th><th scope="col">2</th><th scope="col">3</th><th scope="col">4</th><th scope="col">5</th><th scope="col">6</th></tr>
</thead>
<tbody>
<tr><td colspan="4">First block: its share of the specific obligation</td><td colspan="2">Second block: the balance</td></tr>
<tr><td colspan="6">The average obligation, in each of the six years</td></tr>
</tbody>
</table>
<figcaption>Years are counted from the date of the authorisation.</figcaption>
</figure>
<h2>From the first month</h2>
<p>Open one register for each authorisation, and put these in front.</p>
<ol>
<li>The authorisation with every amendment, and the duty-saved amount actually used.</li>
<li>Bills of entry for each machine, and the bond or guarantee at the port.</li>
<li>The installation certificate, with the address where the machine stands.</li>
<li>The computation of the average, with the accounts it was taken from.</li>
<li>A list of the products that count, with their classification.</li>
</ol>
<p>Then add a line for each export: shipping bill number and date, product, value, electronic Bank Realisation Certificate (e-BRC), and the block to which it belongs. If a third party exports, add its papers and the agreement that links the export to you. They are difficult to collect later.</p>
<blockquote>An export without the authorisation number on its shipping bill needs further proof before it counts towards the obligation.</blockquote>
<h2>A review each year</h2>
<table>
<thead>
<tr><th scope="col">Year</th><th scope="col">What to ask</th><th scope="col">What to file or correct</th></tr>
</thead>
<tbody>
<tr><td>1</td><td>Is the machine installed where the papers say?</td><td>Installation certificate within the time allowed, register opened</td></tr>
<tr><td>2</td><td>Do shipping bills carry the number?</td><td>Correct the instructions to the customs broker</td></tr>
<tr><td>3</td><td>Is the average being met each year?</td><td>Recompute from audited figures</td></tr>
<tr><td>4</td><td>Is the share of the first block met?</td><td>Seek relief or extension if not</td></tr>
<tr><td>5</td><td>Are proceeds realised and mapped?</td><td>Chase missing e-BRCs</td></tr>
<tr><td>6</td><td>What is the balance, bill by bill?</td><td>Prepare the closure application</td></tr>
</tbody>
</table>
<p>The years are counted from the date of the authorisation, not from installation. Put the dates of your own authorisation in the calendar, and report progress as the procedure in force requires.</p>
<h2>When the count falls short</h2>
<p>A shortfall noticed early leaves choices. Exports of group companies or third parties may count where the policy allows and the papers exist. An extension may be available on conditions. Duty with interest may be paid in proportion to the unmet part. In genuine hardship, relief may be sought from the competent committee. Settlement schemes have opened in the past and closed again, so none should be part of the plan.</p>
<p>Interest runs in the meantime, and fewer choices are left after a notice. Put the decision and its reason in the register.</p>
<h2>Events to report when they happen</h2>
<ul>
<li>The machine moves to another unit.</li>
<li>The company merges, changes its name or is sold.</li>
<li>The product changes, or the machine is used for another one.</li>
<li>The machine is damaged, replaced or no longer needed.</li>
</ul>
<p>Report each when it happens. If it is found only at closure, it may be treated as a breach of the conditions. A machine must not be sold or transferred before the obligation is discharged.</p>
<h2>The last two papers</h2>
<p>When the obligation is met, the Directorate General of Foreign Trade (DGFT) issues the Export Obligation Discharge Certificate (EODC). The file is not yet closed. The certificate goes to the port where the machine was cleared, and customs cancels the bond and returns the guarantee. Holders often stop at the first. The bond then stays open at the port, and a notice may follow years later.</p>
<p>Keep the discharge certificate, the bond cancellation and the register together after closure, for as long as records must be kept. Our <a href="/services/foreign-trade-policy">foreign trade practice</a> maintains the register, runs the yearly review, and rebuilds files that were not kept.</p>
<h2>Sources</h2>
<ul>
<li>Foreign Trade Policy 2023, chapter 5, and Handbook of Procedures 2023, chapter 5: <a href="https://www.dgft.gov.in/">Directorate General of Foreign Trade</a></li>
<li>Exemption notification, bond and its cancellation at the port: <a href="https://www.cbic.gov.in/">Central Board of Indirect Taxes and Customs</a></li>
</ul>',
  (select id from public.categories where slug = 'foreign-trade-policy')
)
on conflict do nothing;

insert into public.blog_posts (id, slug, title, excerpt, status, meta_title, meta_description, meta_keywords, created_at, published_at, updated_at, author, reviewer, law_as_of, content, category_id)
values (
  '638bbf07-36db-551b-b982-38587516ab13',
  'advance-authorisation-or-drawback',
  'Advance Authorisation or duty drawback: how to choose',
  'One scheme exempts inputs before import, the other refunds duty after export. How they differ in cash, risk and paperwork, with four kinds of business and the scheme that fits each.',
  'published',
  'Advance Authorisation or duty drawback: how to choose',
  'Duty-free inputs before export or a refund after it: how the two schemes differ in cash, risk and paperwork, with four business profiles.',
  'Advance Authorisation, duty drawback, brand rate, SION, export schemes',
  '2026-05-21T12:25:00+05:30',
  '2026-05-26T11:00:00+05:30',
  '2026-11-26T09:00:00+05:30',
  'nandini-mathur',
  'rajendra-shekhawat',
  '2026-07-31',
  '<p>Two long-standing schemes answer the same question: how should an exporter avoid bearing Indian customs duty on inputs? Under an Advance Authorisation the duty is not paid; under duty drawback it is paid and refunded. The choice depends on the duty saved, and also on cash, risk and the records that the exporter can keep.</p>
<h2>Exemption before import</h2>
<p>An <strong>Advance Authorisation</strong> is issued by the Directorate General of Foreign Trade (DGFT). It allows duty-free import of inputs physically incorporated in the export product, with normal wastage, and of fuel and catalysts consumed in making it. The imports may also follow the export, as replenishment. Quantities follow Standard Input Output Norms (SION), norms fixed by the Norms Committee, or the exporter’s own declaration. In return the holder undertakes to export, with a minimum value addition, and to prove it. The inputs are for the holder’s own use and cannot be transferred, even after the obligation is met.</p>
<h2>Refund after export</h2>
<p><strong>Duty drawback</strong> is paid by customs. It returns customs duties borne by the inputs of exported goods; goods and services tax (GST) is not part of it. It comes in two forms.</p>
<ul>
<li><strong>All Industry Rate.</strong> A notified average for the product, claimed on the shipping bill, without proof of the duty actually paid.</li>
<li><strong>Brand rate.</strong> The actual incidence for the exporter, fixed on application, where no average rate exists or the average is too low. It requires detailed proof, and is not available where the All Industry Rate was already claimed for the same export.</li>
</ul>
<h2>Side by side</h2>
<table>
<thead>
<tr><th scope="col">Point</th><th scope="col">Advance Authorisation</th><th scope="col">Drawback</th></tr>
</thead>
<tbody>
<tr><td>Cash</td><td>Duty is not paid</td><td>Duty is paid, refunded later</td></tr>
<tr><td>Risk</td><td>Duty with interest if exports fail or norms are exceeded</td><td>Recovery if proceeds are not realised</td></tr>
<tr><td>Before the first import</td><td>Application, norm, bond</td><td>Nothing</td></tr>
<tr><td>Records</td><td>Consumption by authorisation until closure</td><td>Light for the average rate, heavy for the brand rate</td></tr>
<tr><td>Flexibility</td><td>Tied to listed inputs and product</td><td>Any source of inputs</td></tr>
<tr><td>End of the file</td><td>Discharge certificate and bond cancellation</td><td>Realisation of export proceeds</td></tr>
</tbody>
</table>
<h2>Which scheme fits which business</h2>
<ol>
<li><strong>A chemical maker with a high share of imported inputs and firm orders.</strong> Duty saved is large, norms exist, and consumption is measured by batch. Advance Authorisation usually fits.</li>
<li><strong>A handicraft exporter that buys nearly everything in India.</strong> There is little to exempt, and every order differs. The All Industry Rate requires least and returns something.</li>
<li><strong>An engineering firm with imported parts, irregular orders and a low average rate.</strong> It cannot forecast for an authorisation, and the average rate does not cover its duty. Brand rate deserves a computation, provided that the bills of entry can be linked to the product.</li>
<li><strong>A processor that exports first and imports later, in a product with notified norms.</strong> A Duty Free Import Authorisation (DFIA), a relative of the first scheme, is issued after export and can be transferred. It covers basic customs duty only, and the application must be filed before export.</li>
</ol>
<p>A business with several product lines may be in more than one of these positions. It may use different schemes for different exports, if the records keep them apart.</p>
<h2>What may be combined</h2>
<p>An input imported free under an authorisation has borne no duty that drawback could return, and the rules allow drawback on such exports only within narrow limits, for inputs that did bear duty.</p>
<blockquote>The same duty on the same input cannot be relieved twice.</blockquote>
<p>Other benefits, such as the Remission of Duties and Taxes on Exported Products (RoDTEP), have conditions of their own, which have changed more than once. Check each at the date of export, and record the scheme on the shipping bill correctly: what is left out at export is hard to add later.</p>
<h2>What goes wrong</h2>
<ul>
<li>The authorisation number missing from shipping bills.</li>
<li>Actual consumption above the norm, discovered at closure.</li>
<li>The average rate taken by habit, so that the brand rate is lost.</li>
<li>Export proceeds unrealised, so that drawback is called back with interest.</li>
<li>Closure left until the people who knew the file have gone.</li>
</ul>
<h2>How to decide</h2>
<p>Take the last year’s exports. For each main product, compute the duty on imported inputs, what drawback would have paid, how long the money was out, and what it would cost to keep consumption records. Then repeat the computation with a third of the orders cancelled. Our <a href="/services/foreign-trade-policy">foreign trade practice</a> makes this comparison, and carries the chosen scheme through to closure.</p>
<h2>Sources</h2>
<ul>
<li>Foreign Trade Policy 2023 and Handbook of Procedures 2023, duty exemption and remission schemes: <a href="https://www.dgft.gov.in/">Directorate General of Foreign Trade</a></li>
<li>Customs Act, 1962, and the rules and notified rates of drawback: <a href="https://www.cbic.gov.in/">Central Board of Indirect Taxes and Customs</a></li>
</ul>',
  (select id from public.categories where slug = 'foreign-trade-policy')
)
on conflict do nothing;

insert into public.blog_posts (id, slug, title, excerpt, status, meta_title, meta_description, meta_keywords, created_at, published_at, updated_at, author, reviewer, law_as_of, content, category_id)
values (
  'a8043d73-fa6f-50c8-8d24-0cb8c6aa4c08',
  'export-lut-or-igst',
  'Export under LUT or with IGST: two routes to the same refund',
  'A zero-rated export keeps its credit, by one of two routes. How the Letter of Undertaking and payment of integrated tax differ in cash, and the three records that have to agree.',
  'draft',
  'Export under LUT or with IGST',
  'Zero-rated exports under GST: the Letter of Undertaking and the IGST refund compared for cash flow, credit and matching of records.',
  'LUT, IGST refund, zero-rated supply, GST exports',
  '2026-11-16T10:35:00+05:30',
  null,
  '2026-11-26T09:00:00+05:30',
  'nandini-mathur',
  'imran-qureshi',
  '2026-07-31',
  '<p>Exports are zero-rated under the goods and services tax (GST). This is not the same as exempt: an exempt supply blocks the credit on its inputs, and a zero-rated supply keeps it. The exporter may recover the tax by two routes, and the choice affects cash, credit and the number of papers that must agree.</p>
<h2>With or without payment of tax</h2>
<ul>
<li><strong>Under a Letter of Undertaking (LUT).</strong> The export is made without payment of tax. Credit on inputs stays in the ledger, to be set against tax on home sales or claimed as a refund of unused credit.</li>
<li><strong>With payment of integrated tax (IGST).</strong> Where this route is open for the goods or services, tax is charged on the export, usually paid from accumulated credit, and then refunded.</li>
</ul>
<p>Supplies to units and developers in a Special Economic Zone (SEZ) are zero-rated too, if they are for authorised operations and endorsed as such. Limits and exclusions apply to each route and have been amended several times, so check which routes are open for your supply at its date.</p>
<h2>Goods and services compared</h2>
<table>
<thead>
<tr><th scope="col">Point</th><th scope="col">Goods</th><th scope="col">Services</th></tr>
</thead>
<tbody>
<tr><td>Evidence of export</td><td>Shipping bill and export manifest</td><td>Contract, invoice, place of supply, receipt of payment</td></tr>
<tr><td>IGST route</td><td>Shipping bill serves as the refund claim, once data match</td><td>Separate application</td></tr>
<tr><td>LUT route</td><td>Application for unused credit</td><td>Application for unused credit</td></tr>
<tr><td>Payment</td><td>Realisation within the time allowed by exchange control</td><td>Receipt in convertible foreign exchange, or in rupees where permitted, is part of the definition</td></tr>
</tbody>
</table>
<p>For services, the place of supply must be outside India, and supplier and recipient must not be merely establishments of one person. The treatment of intermediaries was changed by the Finance Act, 2026. Firms that arrange sales or services for others should look at their contracts again before choosing a route.</p>
<h2>Effect on cash</h2>
<p>The LUT route keeps money out of the tax from the start. Its weakness is the refund of credit: it is worked out by formula, requires statements, and leaves some kinds of credit for separate treatment. The IGST route for goods needs no separate application and can be quicker when every figure agrees. Its weakness is that tax must first be paid, so it suits those with credit to use.</p>
<ol>
<li>Little credit and mainly exports: the LUT usually fits.</li>
<li>Much credit, clean data, exports of goods: compare IGST.</li>
<li>Both home and export sales: credit may be absorbed at home, and the LUT avoids a refund altogether.</li>
<li>Credit largely on capital goods: compare carefully, because the formula for unused credit does not treat it like other credit.</li>
</ol>
<h2>Three records that must match</h2>
<p>Refunds are processed by matching. Three sets of data have to agree.</p>
<ul>
<li><strong>Customs.</strong> Invoice number, port code, shipping bill number and date, taxable value and tax as declared on the shipping bill, and the manifest filed by the carrier.</li>
<li><strong>GST returns.</strong> The same invoices in the statement of outward supplies, with the same numbers, and tax paid in the summary return.</li>
<li><strong>Bank.</strong> Receipt against the same invoice, with the right purpose code, and closure of the entry in the export data system.</li>
</ul>
<blockquote>An export invoice with one number for customs and another for GST breaks the chain. So does a value changed after shipment in one place and not in the other.</blockquote>
<h2>Errors that stop refunds</h2>
<ul>
<li>The LUT not renewed for the year, so that a shipment left without cover.</li>
<li>Export reported as an ordinary supply in the return, or in the wrong table.</li>
<li>Manifest not filed or not matching, which the exporter learns months later.</li>
<li>Bank account not validated with customs.</li>
<li>Payment received from a third party or by set-off, without the papers that explain it.</li>
<li>Proceeds not realised in time, so that the refund is to be returned with interest.</li>
</ul>
<h2>A monthly routine</h2>
<ol>
<li>Before filing, compare the export register with shipping bills, invoice by invoice.</li>
<li>After filing, read the validation messages and correct errors by amendment in the next return.</li>
<li>Once a month, list open export entries with the bank, and chase the oldest first.</li>
<li>Once a quarter, reconcile refunds sanctioned with refunds claimed.</li>
<li>Before the new financial year, furnish the new LUT.</li>
</ol>
<p>Imports come into the computation too. Goods bear IGST at customs and services bear it by reverse charge; both may feed the credit that an export later releases. Our <a href="/services/customs-compliance">trade and GST team</a> prepares refund claims, answers deficiency notices and sets up the monthly match.</p>
<h2>Sources</h2>
<ul>
<li>Integrated Goods and Services Tax Act, 2017, section 16, as amended by the Finance Act, 2021: <a href="https://www.indiacode.nic.in/">India Code</a></li>
<li>Notifications 27/2023-Central Tax and 1/2023-Integrated Tax: <a href="https://www.cbic.gov.in/">Central Board of Indirect Taxes and Customs</a></li>
</ul>',
  (select id from public.categories where slug = 'customs-and-gst')
)
on conflict do nothing;

insert into public.blog_posts (id, slug, title, excerpt, status, meta_title, meta_description, meta_keywords, created_at, published_at, updated_at, author, reviewer, law_as_of, content, category_id)
values (
  '5a67156d-cf8f-5a51-a674-87b4e865f873',
  'export-proceeds-2015-regulations',
  'Export proceeds under the 2015 FEMA regulations: a closing checklist',
  'Old export entries often stand open because nobody told the system that the money came. A checklist for clearing them under the regulations that applied before 1 October 2026.',
  'archived',
  'Export proceeds under the 2015 FEMA regulations',
  'Clearing old export entries under the FEMA regulations of 2015: declarations, realisation, set-off and bank follow-up. Archived.',
  'EDPMS, export realisation, FEMA 2015, EDF, set-off',
  '2026-01-08T14:00:00+05:30',
  '2026-01-12T11:00:00+05:30',
  '2026-11-26T09:00:00+05:30',
  'imran-qureshi',
  'rajendra-shekhawat',
  '2026-07-31',
  '<p><strong>Archived.</strong> A single framework for exports and imports of goods, services and software, the Foreign Exchange Management (Export and Import of Goods and Services) Regulations, 2026, applies from 1 October 2026. This note was written for the regulations of 2015. It is kept because shipments of the earlier period may still stand open in the records of banks. For later exports, read the new framework; for older ones, confirm with the bank how the change of law is applied.</p>
<p>Under the Foreign Exchange Management Act, 1999 (FEMA), an exporter must bring the value of exports to India. The regulations of 2015 said how that was declared, within what time, and what to do when the money did not come, came late or came short.</p>
<blockquote>A shipment could be paid for and still be open, because the receipt had not been matched with it.</blockquote>
<h2>How an entry was opened and closed</h2>
<ol>
<li>The exporter declared the value in the Export Declaration Form (EDF). For most goods the shipping bill carried it.</li>
<li>Customs sent the data to the Export Data Processing and Monitoring System (EDPMS).</li>
<li>The exporter submitted shipping documents to the Authorised Dealer (AD) bank.</li>
<li>The bank matched the inward remittance with the shipping bill and closed the entry.</li>
<li>The electronic Bank Realisation Certificate (e-BRC) followed, for use with the trade authority.</li>
</ol>
<p>If a step was missed, the entry stayed open. Exporters with many open entries could be placed on caution, with consequences for further shipments.</p>
<h2>Payment that was not simple</h2>
<ul>
<li><strong>Short payment.</strong> A deduction for quality, quantity or bank charges needed the bank’s acceptance and the buyer’s correspondence.</li>
<li><strong>Set-off.</strong> Receivables could be set against payables only in the permitted cases, with documents for both legs. A net receipt without papers left the gross value open.</li>
<li><strong>Advance.</strong> Money received before shipment had to be linked to the shipping bills that consumed it. Unlinked advances are a common cause of false arrears.</li>
<li><strong>Third-party payment.</strong> Accepted on conditions, with the arrangement shown in the order or the invoice.</li>
<li><strong>Write-off.</strong> Possible within limits, after reasonable efforts, and with the return of export benefits where the rules required it.</li>
<li><strong>Extension.</strong> Granted by the bank or, in some cases, by the Reserve Bank of India (RBI), on an application that explained the delay.</li>
</ul>
<h2>Clearing old entries: a checklist</h2>
<p>Begin with the entries that were paid but not matched: they need only the bank’s own records.</p>
<ol>
<li>Obtain the list of open entries from every AD bank used, and from those used in earlier years.</li>
<li>Sort by kind: paid but not matched; paid short; paid by other means; not paid.</li>
<li>For the first group, trace each receipt by reference and date, and give the bank a table with shipping bill, amount, currency and remittance reference on one line.</li>
<li>For the second, collect the buyer’s claim, the inspection report and the credit note, and apply for the reduction.</li>
<li>For the third, write down what happened, with the contract and the accounts of both sides, before you apply.</li>
<li>For the fourth, record the recovery efforts, then decide between extension, pursuit and write-off.</li>
<li>Look for duplicates, cancelled shipments and free samples that were declared with a value.</li>
<li>Ask for written confirmation of each closure, and compare the list again after the next update.</li>
</ol>
<h2>Papers by kind of entry</h2>
<table>
<thead>
<tr><th scope="col">Entry</th><th scope="col">Papers</th></tr>
</thead>
<tbody>
<tr><td>Paid, not matched</td><td>Remittance advice, bank statement, invoice</td></tr>
<tr><td>Short payment</td><td>Claim, inspection report, credit note, approval</td></tr>
<tr><td>Set-off</td><td>Both contracts, both invoices, statement of account</td></tr>
<tr><td>Unpaid</td><td>Correspondence, legal notice, insurance claim</td></tr>
<tr><td>Returned goods</td><td>Bill of entry for re-import, debit note</td></tr>
</tbody>
</table>
<h2>Other files that depend on it</h2>
<p>Realisation is not only an exchange-control matter. Refund of integrated tax, drawback, remission credits and the discharge of export obligations all rest on money received. When an old entry is closed, send the realisation reference to whoever keeps those files. When one is written off, ask at once what has to be returned.</p>
<h2>If there was a contravention</h2>
<p>Some entries cannot be regularised by the bank. Where the facts show a contravention, the company may apply to RBI for compounding once the default has been put right. Prepare a chronology that agrees with the bank’s records, and apply as early as you can: a pending investigation must be disclosed, and may close the route.</p>
<p>A list without open entries removes a ground for caution, and a buyer of the business will request it. Our <a href="/services/rbi-fema-compliance">FEMA practice</a> takes the list of open entries to the bank with the papers for each, and agrees a monthly review of new ones.</p>
<h2>Sources</h2>
<ul>
<li>Foreign Exchange Management Act, 1999: <a href="https://www.indiacode.nic.in/">India Code</a></li>
<li>Export of Goods and Services Regulations, 2015, and Export and Import of Goods and Services Regulations, 2026, FEMA 23(R)/2026-RB: <a href="https://www.rbi.org.in/">Reserve Bank of India</a></li>
</ul>',
  (select id from public.categories where slug = 'fema-and-international-tax')
)
on conflict do nothing;

insert into public.testimonials (id, name, company, rating, is_featured, testimonial, created_at)
values (
  '68fc420b-6f0f-5dde-9abb-befaeb05adfa',
  'Meera S.',
  'Home-textiles exporter (sample)',
  5,
  true,
  'Our EPCG file had gaps going back several years. They rebuilt the export record year by year, told us plainly what could not be proved, and stayed with the application until the discharge certificate was issued.',
  '2026-10-05T11:30:00+05:30'
)
on conflict do nothing;

insert into public.testimonials (id, name, company, rating, is_featured, testimonial, created_at)
values (
  'f53d6f6e-d2c7-5f7b-9213-9d41bd664fde',
  'Arvind K.',
  'Auto-components manufacturer (sample)',
  5,
  true,
  'We import from our parent company, and the valuation queries had run on for months. The team put our pricing study and customs papers in one order, answered each question in writing, and kept us informed throughout.',
  '2026-08-24T11:30:00+05:30'
)
on conflict do nothing;

insert into public.testimonials (id, name, company, rating, is_featured, testimonial, created_at)
values (
  '1746b085-7850-5ff5-961a-850eda25f36f',
  'Jonas W.',
  'Machinery maker entering India (sample)',
  5,
  true,
  'They set out the entity options on two pages and gave a dated list of steps. The bank account took longer than planned, which they had warned us about. Our first filings went in on time.',
  '2026-07-13T11:30:00+05:30'
)
on conflict do nothing;

insert into public.testimonials (id, name, company, rating, is_featured, testimonial, created_at)
values (
  '031ae298-db63-5561-8e78-70a9af819dc0',
  'Farah N.',
  'Gems and jewellery trader (sample)',
  4,
  false,
  'Clear advice on bringing export proceeds into line with the bank’s records. Some documents had to be sent twice, but every open entry was explained, and we now review the list with them each quarter.',
  '2026-06-01T11:30:00+05:30'
)
on conflict do nothing;

insert into public.testimonials (id, name, company, rating, is_featured, testimonial, created_at)
values (
  '195e6c42-5eea-5867-98e2-08b2de16f081',
  'Daniel R.',
  'Software services company (sample)',
  4,
  false,
  'We asked for a review before a US acquisition. The report listed findings by their effect on price and contract, in language our board could follow. We would have liked the draft a few days earlier.',
  '2026-04-20T11:30:00+05:30'
)
on conflict do nothing;

insert into public.testimonials (id, name, company, rating, is_featured, testimonial, created_at)
values (
  'ae01f5a8-5088-5092-98d3-347afcc32c3b',
  'Kavita P.',
  'Speciality-chemicals exporter (sample)',
  5,
  false,
  'A buyer’s complaint had reached the trade authority and we did not know how to respond. They collected the inspection papers, drafted the reply, attended the meeting with us, and the matter closed by agreement.',
  '2026-03-09T11:30:00+05:30'
)
on conflict do nothing;
