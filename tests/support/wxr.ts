/** A WordPress export with these items, each an element of WXR. */
export function wxr(...items: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>${items.join('\n')}
</channel></rss>`;
}

/** An item of type post, published on 4 May 2019, with `fields` in place of the defaults. */
export function wxrItem(fields: Readonly<Record<string, string>>): string {
  const all = {
    'wp:post_id': '1',
    'wp:post_name': 'a-post',
    title: 'A post',
    link: 'https://old.example/2019/05/a-post/',
    'content:encoded': 'Text.',
    'wp:status': 'publish',
    'wp:post_type': 'post',
    'wp:post_date_gmt': '2019-05-04 10:00:00',
    ...fields,
  };
  const written = Object.entries(all).map(([name, text]) => `<${name}><![CDATA[${text}]]></${name}>`);
  return `<item>${written.join('')}</item>`;
}
