import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useLocation } from 'wouter'
import { useCall } from '../../api/api.ts'
import { useConfig } from '../../api/publicConfig.ts'
import { RequireAccount } from '../../components/RequireAccount.tsx'
import { back } from '../../navigation/navigate.ts'
import { sayCopied } from '../../components/sayCopied.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { FailedCall } from '../../components/FailedCall.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { QrCode } from '@tickmark/ui/chart/QrCode.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { Invited } from './Invited.tsx'
import { inviteLink, sharedPath } from './sharedPath.ts'

/** Invitations: the user's code, a link with its QR code, and the users who joined by it. */
export function SharePage() {
  const { t } = useTranslation('share')
  return (
    <>
      <PageBar title={t('pages:title.share')} onBack={() => back()} />
      <div className="px-5 pb-10">
        <p className="pt-2 text-15 text-balance">{t('intro')}</p>
        <p className="pt-1.5 text-13 text-ink-2">{t('noReward')}</p>
        <RequireAccount title={t('news:invite.code')} detail={t('visitor.detail')}>
          <Own />
        </RequireAccount>
      </div>
    </>
  )
}

function Own() {
  const { t } = useTranslation('share')
  const own = useCall('modify_user', {})
  if (!own.data && own.isError) return <FailedCall title={t('news:invite.failed')} call={own} />
  if (!own.data) {
    return (
      <div className="pt-6">
        <Skeleton shape="chart" />
        <Skeleton shape="ledger" count={2} />
      </div>
    )
  }
  return (
    <>
      <Invitation code={own.data.myCode} />
      <Invited list={own.data.invited} />
    </>
  )
}

function Invitation({ code }: { code: string }) {
  const { t } = useTranslation('share')
  const name = useConfig()?.name ?? 'Tickmark'
  const path = useSharedPath()
  const link = inviteLink(code, path, location.origin)

  async function share() {
    try {
      await navigator.share({ title: name, text: t('message', { name }), url: link })
    } catch (failure) {
      // Closing the system's share sheet is not a failure.
      if (!(failure instanceof DOMException && failure.name === 'AbortError'))
        toast(t('notShared'), { tone: 'wrong' })
    }
  }

  return (
    <div className="grid gap-5 pt-6 md:grid-cols-[auto_minmax(0,1fr)] md:gap-8">
      <div className="grid place-items-center">
        <QrCode text={link} label={t('qr')} />
      </div>
      <div className="grid content-start gap-4">
        <Labelled label={t('code')}>
          <CopyRow value={code} onCopied={sayCopied} />
        </Labelled>
        <Labelled label={t('link')}>
          <CopyRow value={link} onCopied={sayCopied} />
          {path !== null && <p className="pt-1.5 text-12 text-ink-3">{t('leadsTo', { path })}</p>}
        </Labelled>
        {'share' in navigator && (
          <Button wide icon="share" onClick={() => void share()}>
            {t('share')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <p className="pb-1 text-12 text-ink-2">{label}</p>
      {children}
    </section>
  )
}

/** The path to share, still encoded as in the address: the router decodes its own path only partly. */
function useSharedPath(): string | null {
  useLocation()
  return sharedPath(location.pathname.split('/')[2], location.origin)
}
