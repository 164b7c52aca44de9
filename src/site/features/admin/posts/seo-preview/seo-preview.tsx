import { excerptOf } from '#contract/excerpt.ts';
import { coverSource } from '#site/art/cover.ts';
import { editor } from '#site/content/editor.ts';
import { browserSiteConfig } from '#site/gateway/site-config.ts';
import { postMeta } from '#site/head/post-meta.ts';
import { fromLocalInput } from '../local-time.ts';
import { isImageAddress, type PostValues } from '../post-values.ts';
import type { Previewed } from '../preview/live-preview.tsx';

/** The post in search results and shared cards, computed from the head of its page. */
export function SeoPreview({ values, slug, category }: Previewed) {
  const words = editor.seoPreview;
  const shown = introduce(values, { slug, category, siteUrl: browserSiteConfig().siteUrl });
  return (
    <section className="seo-preview" aria-labelledby="seo-preview-heading">
      <h2 id="seo-preview-heading">{words.heading}</h2>
      <figure>
        <figcaption>{words.search}</figcaption>
        <SearchResult {...shown} />
      </figure>
      <figure>
        <figcaption>{words.card}</figcaption>
        <ShareCard {...shown} />
      </figure>
    </section>
  );
}

function SearchResult({ host, path, documentTitle, description }: Introduction) {
  return (
    <div className="search-result">
      <p className="search-result__place">{[host, ...path.split('/').filter(Boolean)].join(' › ')}</p>
      <p className="search-result__title clamp">{documentTitle}</p>
      <p className="search-result__text clamp">{description || editor.seoPreview.noDescription}</p>
    </div>
  );
}

function ShareCard({ host, title, description, image }: Introduction) {
  return (
    <div className="share-card">
      <img key={image} src={image} alt="" />
      <div>
        <p className="share-card__title clamp">{title}</p>
        <p className="share-card__text clamp">{description}</p>
        <p className="share-card__host">{host}</p>
      </div>
    </div>
  );
}

type Introduction = {
  host: string;
  path: string;
  /** As search results show it, with the name of the firm. */
  documentTitle: string;
  /** As shared cards show it. */
  title: string;
  description: string;
  image: string;
};

type Place = Pick<Previewed, 'slug' | 'category'> & { siteUrl: string };

/** What search engines and messengers read of the post, from the descriptors of its page's head. */
export function introduce(values: PostValues, { slug, category, siteUrl }: Place): Introduction {
  const moment = fromLocalInput(values.published_at);
  const now = new Date().toISOString();
  const image = values.featured_image_url.trim();
  const ownImage = isImageAddress(image) ? image : null;
  const path = `/blog/${slug}`;
  const head = postMeta(
    {
      ...values,
      title: values.title.trim() || editor.preview.title,
      card_excerpt: values.content.trim() || values.excerpt.trim() ? excerptOf(values) : '',
      featured_image_url: ownImage,
      published_at: moment,
      created_at: now,
      updated_at: now,
      categories: category,
    },
    { path, siteUrl },
  );
  const read = (key: string) => {
    const found = head.find(
      (one) => ('property' in one && one.property === key) || ('name' in one && one.name === key),
    );
    return found && 'content' in found ? String(found.content) : '';
  };
  const titled = head.find((one) => 'title' in one);
  return {
    host: new URL(siteUrl).host,
    path,
    documentTitle: titled && 'title' in titled ? String(titled.title) : '',
    title: read('og:title'),
    description: read('description'),
    // The share image that the server draws has the same lattice as the cover.
    image: ownImage ?? coverSource({ slug, category_slug: category?.slug ?? null }),
  };
}
