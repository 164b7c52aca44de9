import { editor } from '#site/content/editor.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { browserSiteConfig } from '#site/gateway/site-config.ts';
import type { PostValues } from '../post-values.ts';
import { type Introduction, introduce } from './introduce.ts';

type SeoPreviewProps = { values: PostValues; slug: string; category: PostCategory | null };

/** How the post introduces itself elsewhere, worked out from the very head that its page will have. */
export function SeoPreview({ values, slug, category }: SeoPreviewProps) {
  const words = editor.looks;
  const shown = introduce(values, { slug, category, siteUrl: browserSiteConfig().siteUrl });
  return (
    <section className="post-form__part looks" aria-labelledby="looks-heading">
      <h2 id="looks-heading">{words.heading}</h2>
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
      <p className="search-result__text">{description || editor.looks.noDescription}</p>
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
