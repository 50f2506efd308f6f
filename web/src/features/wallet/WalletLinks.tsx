import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { useSession } from '../../session/session.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'

/** Further links of the wallet. */
export function WalletLinks() {
  const { t } = useTranslation('wallet')
  const { book } = useSession()
  return (
    <nav aria-label={t('more')} className="pt-5">
      <Link icon="list" title={t('records')} href={hrefTo.records(book === 1 ? 'swap' : 'deposit')} />
      <Link icon="receipt" title={t('pages:title.statement')} href={hrefTo.statement()} />
      {book === 0 && <Link icon="shield" title={t('pages:title.protection')} href={hrefTo.protection()} />}
    </nav>
  )
}

function Link({ icon, title, href }: { icon: IconName; title: string; href: string }) {
  return (
    <ListRow
      leading={
        <span className="grid size-[38px] flex-none place-items-center">
          <Icon name={icon} className="text-ink-2" />
        </span>
      }
      title={title}
      href={href}
      onGo={go}
      chevron
    />
  )
}
