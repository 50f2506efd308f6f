import type { NewsItem } from '@tickmark/wire/routes/content'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { articleHref, openArticle } from './newsPlace.ts'
import { timeAgo } from './timeAgo.ts'

/** A news item: title, source, age, and its picture if it has one. */
export function NewsRow({ item }: { item: NewsItem }) {
  return (
    <PlainLink
      href={articleHref(item.id)}
      onGo={() => openArticle(item.id)}
      className="flex min-h-[66px] items-center gap-4 border-b border-rule py-3 -outline-offset-2!"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-15 leading-snug font-medium text-pretty">{item.title}</span>
        <span className="mt-1 flex flex-wrap gap-x-2 text-12 text-ink-3">
          {item.source && <bdi>{item.source}</bdi>}
          <Since atMs={item.time} />
        </span>
      </span>
      {item.picture && (
        <img
          src={item.picture}
          alt=""
          width={96}
          height={54}
          loading="lazy"
          decoding="async"
          className="h-[54px] w-24 flex-none rounded-2 bg-well object-cover"
        />
      )}
    </PlainLink>
  )
}

/**
 * The age of recent news, the date of older ones; the exact time appears on touch. Ages are texts of the packs, as the browser's first
 * formatter of numbers or times takes longer than all else that the first screen draws.
 */
function Since({ atMs }: { atMs: number }) {
  const { t } = useTranslation('news')
  const format = useFormat()
  const age = timeAgo(atMs, serverNow())
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      // Written when it is wanted: its formatter takes longer than all rows of the first screen.
      onPointerEnter={({ currentTarget }) => (currentTarget.title = format.exactTime(atMs))}
    >
      {age ? t(`age.${age.unit}`, { count: age.count }) : format.dateTime(atMs)}
    </time>
  )
}
