import { useState } from 'react'
import { QrCode } from '@tickmark/ui/chart/QrCode.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { call, refresh } from '../api/api.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Address } from '../kit/Figures.tsx'
import { Problem } from '../kit/Problem.tsx'
import { CodeForm } from './CodeForm.tsx'
import { hasPasskeys, makePasskey } from './passkeys.ts'
import { useAttempt } from './useAttempt.ts'

/** Creates the first second factor: a passkey if the browser supports them, else an authenticator app. */
export function Enrol() {
  const { t } = useTranslation('gate')
  const [way, setWay] = useState<'passkey' | 'code'>(hasPasskeys() ? 'passkey' : 'code')
  return (
    <div className="grid gap-4">
      <p className="text-13">{t('enrol')}</p>
      {way === 'passkey' ? <NewPasskey /> : <NewCode />}
      {hasPasskeys() && (
        <Button
          tone="plain"
          size="small"
          className="justify-self-start"
          onClick={() => setWay(way === 'passkey' ? 'code' : 'passkey')}
        >
          {t(way === 'passkey' ? 'ratherCode' : 'ratherPasskey')}
        </Button>
      )}
    </div>
  )
}

function NewPasskey() {
  const { t } = useTranslation('gate')
  const [name, setName] = useState(t('thisDevice'))
  const { busy, problem, attempt } = useAttempt()

  async function make() {
    const { options } = await call('consoleNewPasskey', {}, { quiet: true })
    await call(
      'consoleKeepPasskey',
      { response: await makePasskey(options), name: name.trim() },
      { quiet: true },
    )
    refresh('consoleSession')
  }

  return (
    <div className="grid gap-3">
      <Field label={t('passkeyName')} value={name} onChange={setName} maxLength={60} />
      <Button
        size="medium"
        icon="lock"
        busy={busy}
        disabled={name.trim() === ''}
        onClick={() => void attempt(make)}
      >
        {t('makePasskey')}
      </Button>
      <Problem text={problem} />
    </div>
  )
}

function NewCode() {
  const { t } = useTranslation('gate')
  const [made, setMade] = useState<{ secret: string; uri: string } | null>(null)
  const { busy, problem, attempt } = useAttempt()

  async function keep(code: string) {
    await call('consoleKeepCode', { code }, { quiet: true })
    refresh('consoleSession')
  }

  if (made === null)
    return (
      <div className="grid gap-2">
        <Button
          size="medium"
          busy={busy}
          onClick={() => void attempt(async () => setMade(await call('consoleNewCode', {}, { quiet: true })))}
        >
          {t('showSecret')}
        </Button>
        <Problem text={problem} />
      </div>
    )
  return (
    <div className="grid gap-4">
      <p className="text-13">{t('scan')}</p>
      <QrCode text={made.uri} label={t('secretCode')} size={180} />
      <p className="text-13">
        {t('secret')} <Address text={made.secret} whole />
      </p>
      <CodeForm
        label={t('firstCode')}
        busy={busy}
        problem={problem}
        onCode={(code) => void attempt(() => keep(code))}
      />
    </div>
  )
}
