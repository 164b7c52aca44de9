/** The id of the head of a post. */
export const ARTICLE_HEAD_ID = 'article-head';
