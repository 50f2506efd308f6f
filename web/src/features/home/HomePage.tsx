import { Suspense } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { VisuallyHidden } from '@tickmark/ui/base/VisuallyHidden.tsx'
import { useIsReturning } from '../../wallets/reconnect.ts'
import { BelowMarkets } from './BelowMarkets.tsx'
import { Holdings } from './Holdings.tsx'
import { FirstOrder } from './lazy.tsx'
import { HomeBar } from './HomeBar.tsx'
import { Intro } from './Intro.tsx'
import { JoinHint } from './join/JoinHint.tsx'
import { useJoinHintOpen } from './join/joinHint.ts'
import { MarketTabs } from './market/MarketTabs.tsx'

/** The first screen: user, holdings, and all prices, live. */
export function HomePage() {
  const { t } = useTranslation('home')
  const session = useSession()
  const returning = useIsReturning()
  const hint = useJoinHintOpen()
  // Until the server has answered, a returning user counts as signed in.
  const unknown = session.server === undefined
  return (
    <div className="px-5 pb-8">
      <VisuallyHidden>
        <h1>{t('shell:nav.markets')}</h1>
      </VisuallyHidden>
      <HomeBar />
      {isSignedIn(session) || (unknown && returning) ? <Holdings /> : <Intro />}
      <MarketTabs />
      {hint && <JoinHint />}
      {isSignedIn(session) && (
        <Suspense fallback={null}>
          <FirstOrder />
        </Suspense>
      )}
      <BelowMarkets />
    </div>
  )
}
