import { useTranslation } from 'react-i18next'
import { isSignedIn, useSession } from '../../session/session.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Holdings } from './Holdings.tsx'
import { HomeBar } from './HomeBar.tsx'
import { Intro } from './Intro.tsx'
import { JoinHint } from './JoinHint.tsx'
import { MarketTabs } from './MarketTabs.tsx'

/** The first screen: who one is, what one has, and every price, live. */
export function HomePage() {
  const { t } = useTranslation('home')
  const session = useSession()
  return (
    <div className="px-5 pb-8">
      <VisuallyHidden>
        <h1>{t('heading')}</h1>
      </VisuallyHidden>
      <HomeBar />
      {isSignedIn(session) ? <Holdings /> : <Intro />}
      <MarketTabs />
      {session.server === null && <JoinHint />}
    </div>
  )
}
