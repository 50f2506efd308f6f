import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { hrefTo } from '../navigation/hrefs.ts'
import { back } from '../navigation/navigate.ts'
import { useIsSimulated } from '../session/useIsSimulated.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { useWide } from '../browser/useWide.ts'

interface WalletFrameProps {
  title: string
  children: ReactNode
}

/** A screen that leads back to the wallet. When shown beside the wallet, the wallet has the account's badge. */
export function WalletFrame({ title, children }: WalletFrameProps) {
  const wide = useWide()
  return (
    <>
      <PageBar title={title} onBack={() => back(hrefTo.wallet())} trailing={!wide && <SimulatedBadge />} />
      <div className="px-5 pb-8 md:px-7">{children}</div>
    </>
  )
}

/** A badge at the end of the page's bar while the simulated account is shown. */
export function SimulatedBadge() {
  const { t } = useTranslation('wallet')
  if (!useIsSimulated()) return null
  return (
    <span className="me-[9px]">
      <Badge>{t('home:simulated')}</Badge>
    </span>
  )
}
