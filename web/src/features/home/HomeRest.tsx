import { useTranslation } from '../../i18n/useTranslation.ts'
import { useConfig } from '../../api/publicConfig.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { Article } from './news/Article.tsx'
import { Invite } from './Invite.tsx'
import { News } from './news/News.tsx'
import { Notices } from './news/Notices.tsx'

/** Content below the markets: invitation, loans, news; and the notices above everything. */
export function HomeRest() {
  const { t } = useTranslation('news')
  return (
    <div className="rise-in grid gap-8 pt-8">
      <div>
        <ArbitrageBanner />
        <Invite />
        <div className="pt-2">
          <ListRow
            leading={<Icon name="loan" className="text-ink-2" />}
            title={t('loans')}
            href={hrefTo.loans()}
            onGo={go}
            chevron
          />
        </div>
      </div>
      <News />
      <Article />
      <Notices />
    </div>
  )
}

/** Shown only when the configuration enables it. */
function ArbitrageBanner() {
  const { t } = useTranslation('news')
  if (!useConfig()?.flags.arbitrageBanner) return null
  return (
    <PlainLink
      href={hrefTo.arbitrage()}
      onGo={go}
      className="mb-3 flex items-center gap-3.5 rounded-3 bg-brand-wash p-4"
    >
      <Icon name="arbitrage" size={26} className="text-brand" />
      <span className="min-w-0 flex-1">
        <span className="block text-15 font-semibold">{t('shell:nav.arbitrage')}</span>
        <span className="block text-13 text-ink-2">{t('arbitrage.detail')}</span>
      </span>
      <Icon name="chevron" size={18} className="text-brand" />
    </PlainLink>
  )
}
