import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { hrefTo } from '../navigation/hrefs.ts'
import { back } from '../navigation/navigate.ts'
import { useSession } from '../session/session.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { useWide } from '../browser/useWide.ts'

interface WalletFrameProps {
  title: string
  children: ReactNode
}

/** A screen that leads back to the wallet. Where it stands beside it, the wallet wears the badge of the account. */
export function WalletFrame({ title, children }: WalletFrameProps) {
  const wide = useWide()
  const { book } = useSession()
  return (
    <>
      <PageBar
        title={title}
        onBack={() => back(hrefTo.wallet())}
        trailing={book === 1 && !wide && <SimulatedBadge />}
      />
      <div className="px-5 pb-8 md:px-7">{children}</div>
    </>
  )
}

/** At the end of a page's bar: it shows the simulated account. */
export function SimulatedBadge() {
  const { t } = useTranslation('wallet')
  return (
    <span className="me-[9px]">
      <Badge>{t('simulated')}</Badge>
    </span>
  )
}
