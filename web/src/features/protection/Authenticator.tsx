import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { EndAuthenticator } from './EndAuthenticator.tsx'
import { KeepAuthenticator } from './KeepAuthenticator.tsx'
import { StartAuthenticator } from './StartAuthenticator.tsx'

const FEW_CODES = 3

interface AuthenticatorProps {
  isOn: boolean
  /** When the running reset turns it off; null without a reset. */
  until: number | null
  codesLeft: number
}

/** The second factor for withdrawals: off, or on with the number of recovery codes left. */
export function Authenticator({ isOn, until, codesLeft }: AuthenticatorProps) {
  const { t } = useTranslation('wallet')
  const [open, setOpen] = useState<'start' | 'end' | null>(null)
  return (
    <section aria-labelledby="authenticator">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1">
        <h2 id="authenticator" className="text-15 font-semibold">
          {t('protection.authenticator')}
        </h2>
        <Badge tone={isOn ? 'good' : 'plain'}>{isOn ? t('protection.on') : t('protection.off')}</Badge>
      </div>
      <p className="text-13 text-ink-2">{t('protection.authenticatorNote')}</p>
      {isOn && (
        <p className={`pt-2 text-13 ${codesLeft < FEW_CODES ? 'text-caution' : 'text-ink-2'}`}>
          {t('protection.codesLeft', { count: codesLeft })}
        </p>
      )}
      {until !== null && <KeepAuthenticator until={until} />}
      <Button
        tone={isOn ? 'quiet' : 'primary'}
        size="medium"
        icon={isOn ? 'close' : 'shield'}
        className="mt-3"
        aria-haspopup="dialog"
        onClick={() => setOpen(isOn ? 'end' : 'start')}
      >
        {isOn ? t('protection.turnOff') : t('protection.turnOn')}
      </Button>
      <StartAuthenticator open={open === 'start'} onClose={() => setOpen(null)} />
      <EndAuthenticator open={open === 'end'} isResetting={until !== null} onClose={() => setOpen(null)} />
    </section>
  )
}
