import { NewsCenter } from '#features/admin/news-center.tsx';
import { NewsCard } from '#features/news/news-card.tsx';

/** The News Center, which previews an item by the very card of the feed. */
export function Component() {
  return <NewsCenter card={NewsCard} />;
}
