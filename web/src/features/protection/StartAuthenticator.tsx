import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { call, type Reply } from '../../api/api.ts'
import { sayCopied } from '../../components/sayCopied.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { QrCode } from '@tickmark/ui/chart/QrCode.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { CodeField } from './CodeField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useCode } from './useCode.ts'

interface StartAuthenticatorProps {
  open: boolean
  onClose: () => void
}

/** Turns the authenticator on: scan its secret, confirm with a code, save the recovery codes. */
export function StartAuthenticator({ open, onClose }: StartAuthenticatorProps) {
  const { t } = useTranslation('wallet')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [turn, setTurn] = useState(0)
  const confirm = useCode(false, async (code) => {
    const { recoveryCodes } = await call('confirmAuthenticator', { code })
    setCodes(recoveryCodes)
  })

  function finish() {
    if (codes) toast(t('protection.turnedOn'), { tone: 'good' })
    onClose()
  }

  return (
    <Sheet
      open={open}
      onClose={finish}
      onClosed={() => setCodes(null)}
      firm={codes !== null}
      title={codes ? t('protection.recovery') : t('protection.turnOn')}
      footer={
        codes ? (
          <Button wide onClick={finish}>
            {t('protection.kept')}
          </Button>
        ) : (
          <Button wide busy={confirm.busy} onClick={confirm.submit}>
            {t('protection.confirm')}
          </Button>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <div className="grid gap-4">
          {open && <Secret key={turn} onRetry={() => setTurn(turn + 1)} />}
          <CodeField {...confirm.field} />
        </div>
      )}
    </Sheet>
  )
}

/** The secret: as a code to scan, as a link for this device, and as text to type. */
function Secret({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('wallet')
  const [secret, setSecret] = useState<Reply<'startAuthenticator'> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    call('startAuthenticator', {}, { quiet: true }).then(
      (reply) => !gone && setSecret(reply),
      (failure: Error) => !gone && setProblem(failure.message),
    )
    return () => void (gone = true)
  }, [])

  if (problem !== null)
    return <Failed title={t('protection.secretFailed')} detail={problem} onRetry={onRetry} />
  if (!secret) return <Skeleton shape="text" count={2} />
  return (
    <>
      <p className="text-13 text-ink-2">{t('protection.scan')}</p>
      <div className="flex justify-center">
        <QrCode text={secret.uri} label={t('protection.qr')} />
      </div>
      <a href={secret.uri} className="justify-self-center py-2.5 text-13 font-semibold text-brand md:hidden">
        {t('protection.openApp')}
      </a>
      <div className="grid gap-1.5">
        <p className="text-12 text-ink-2">{t('protection.secret')}</p>
        <CopyRow value={secret.secret} shown={<Groups text={secret.secret} />} onCopied={sayCopied} />
      </div>
    </>
  )
}

/** The secret in groups of four for typing; no line break within a group. */
function Groups({ text }: { text: string }) {
  const starts = Array.from({ length: Math.ceil(text.length / 4) }, (_, at) => at * 4)
  return starts.map((start) => (
    <span key={start} className="me-2 inline-block">
      {text.slice(start, start + 4)}
    </span>
  ))
}
