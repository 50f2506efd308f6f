import { useEffect, useState } from 'react'
import { Logo } from '@tickmark/ui/base/Logo.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { refresh, type Reply } from '../api/api.ts'
import { useConsoleCall } from '../api/useConsoleCall.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { LookChoices } from '../kit/LookChoices.tsx'
import { Problem } from '../kit/Problem.tsx'
import { Enrol } from './Enrol.tsx'
import { Factor } from './Factor.tsx'
import { forgetLink, takeLink } from './link.ts'
import { WalletChoice } from './WalletChoice.tsx'

export type Session = Reply<'consoleSession'>['session']

/** Sign-in: a wallet proves the address, then a second factor. In the sandbox, a one-time link is enough. */
export function SignIn({ session }: { session: Session }) {
  const { t } = useTranslation('gate')
  useEffect(() => {
    document.title = t('shell:titleOf', { title: t('title') })
  }, [t])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[440px] flex-col gap-5 px-5 py-10">
      <div className="flex items-center gap-2.5 text-brand">
        <Logo size={26} />
        <span className="text-15 font-semibold text-ink">Tickmark</span>
      </div>
      <h1 className="text-24 font-semibold">{t('title')}</h1>
      {session === null ? <Arrive /> : <Second session={session} />}
      <div className="mt-auto border-t border-rule pt-4">
        <LookChoices />
      </div>
    </main>
  )
}

/** Nobody is signed in: uses the visitor's one-time link, or asks for his wallet. */
function Arrive() {
  const { t } = useTranslation('gate')
  const { run, busy, problem } = useConsoleCall('consoleOpenLink')
  const [link] = useState(takeLink)
  useEffect(() => {
    if (link === null) return
    void run({ link }).then((opened) => {
      if (opened === null) return
      forgetLink()
      refresh('consoleSession')
    })
    // oxlint-disable-next-line react/exhaustive-deps -- a link is opened once
  }, [link])
  if (busy) return <p role="status">{t('opening')}</p>
  return (
    <>
      <Problem text={problem} />
      {link !== null && problem !== null && <p className="text-13 text-ink-2">{t('linkAsks')}</p>}
      <WalletChoice link={link} />
    </>
  )
}

/** The address is proved: the first sign-in creates a second factor, later ones ask for it. */
function Second({ session }: { session: NonNullable<Session> }) {
  const { t } = useTranslation('gate')
  const leave = useConsoleCall('consoleSignOut')
  async function startOver() {
    await leave.run({})
    refresh('consoleSession')
  }
  return (
    <>
      <p className="text-13 text-ink-2">{t('as', { name: session.name })}</p>
      {session.state === 'enrol' ? <Enrol /> : <Factor factors={session.factors} />}
      <Button
        tone="plain"
        size="small"
        busy={leave.busy}
        onClick={() => void startOver()}
        className="self-start"
      >
        {t('startOver')}
      </Button>
    </>
  )
}
