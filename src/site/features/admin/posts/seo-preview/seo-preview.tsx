import { editor } from '#site/content/editor.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { browserSiteConfig } from '#site/gateway/site-config.ts';
import type { PostValues } from '../post-values.ts';
import { type Introduction, introduce } from './introduce.ts';

type SeoPreviewProps = { values: PostValues; slug: string; category: PostCategory | null };

/** The post in search results and shared cards, computed from the head of its page. */
export function SeoPreview({ values, slug, category }: SeoPreviewProps) {
  const words = editor.seoPreview;
  const shown = introduce(values, { slug, category, siteUrl: browserSiteConfig().siteUrl });
  return (
    <section className="post-form__part seo-preview" aria-labelledby="seo-preview-heading">
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
      <p className="search-result__title">{documentTitle}</p>
      <p className="search-result__text">{description || editor.seoPreview.noDescription}</p>
    </div>
  );
}

function ShareCard({ host, title, description, image }: Introduction) {
  return (
    <div className="share-card">
      <img key={image} src={image} alt="" />
      <div>
        <p className="share-card__title">{title}</p>
        <p className="share-card__text">{description}</p>
        <p className="share-card__host">{host}</p>
      </div>
    </div>
  );
}
