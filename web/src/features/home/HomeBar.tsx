import { useTranslation } from '../../i18n/useTranslation.ts'
import { askToJoin } from '../../session/joinSheet.ts'
import { openOverlay } from '../../session/openSheets.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { useIsSigningIn } from '../../session/signingIn.ts'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { useIsReturning, useSignInAgain } from '../../wallets/reconnect.ts'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { MessageBell } from './MessageBell.tsx'

/** The menu, the current account, and the user's address or a join button. */
export function HomeBar() {
  const { t } = useTranslation('home')
  const session = useSession()
  const { address, book } = session
  const signedIn = isSignedIn(session)
  const returning = useIsReturning()
  const again = useSignInAgain()
  const isSigningIn = useIsSigningIn() || again.busy
  const isKnown = address !== null && (signedIn || (returning && session.server === undefined))
  return (
    <header className="@container sticky top-0 z-10 -mx-5 bg-ground px-5 pt-[env(safe-area-inset-top)]">
      <div className="flex min-h-[52px] flex-wrap items-center gap-x-2 gap-y-1 @max-[19rem]:gap-x-1">
        <IconButton
          icon="menu"
          label={t('menu')}
          onClick={() => openOverlay('menu')}
          className="-ms-[11px]"
        />
        {book === 1 && isKnown && (
          <span className="min-w-min flex-1 basis-16 @max-[19rem]:[&_i]:hidden">
            <Badge>{t('simulated')}</Badge>
          </span>
        )}
        {isKnown && <MessageBell />}
        {isKnown && address ? (
          <button
            type="button"
            onClick={() => openOverlay('menu')}
            aria-label={t('account', { address: shortAddress(address, 6, 4) })}
            className="relative min-h-9 flex-none rounded-full border before:absolute before:-inset-1 before:content-[''] border-rule bg-sheet px-3 font-mono text-12"
          >
            <bdi dir="ltr">
              <span className="@max-[19rem]:hidden">{address.slice(0, 6)}</span>…{address.slice(-4)}
            </bdi>
          </button>
        ) : (
          <button
            type="button"
            onClick={isSigningIn ? undefined : returning ? again.signIn : askToJoin}
            aria-disabled={isSigningIn || undefined}
            aria-busy={isSigningIn || undefined}
            className="relative ms-auto min-h-9 flex-none rounded-full bg-brand before:absolute before:-inset-1 before:content-[''] px-4 text-13 font-semibold text-on-brand"
          >
            {isSigningIn ? t('signingIn') : returning ? t('signIn') : t('join')}
          </button>
        )}
      </div>
    </header>
  )
}
