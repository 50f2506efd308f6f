import { useTranslation } from '../../../i18n/useTranslation.ts'
import { askToJoin } from '../../../session/joinSheet.ts'
import { useSession } from '../../../session/session.ts'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { useUiTexts } from '@tickmark/ui/base/uiTexts.tsx'
import { useHasJoined, useIsReturning, useSignInAgain } from '../../../wallets/reconnect.ts'
import { usePracticeJoin } from '../../../wallets/usePracticeJoin.ts'
import { putHintAway } from './joinHint.ts'

/**
 * Stands over the bottom of the list until the visitor joins or hides it: prices stay visible, and trading is one tap
 * away.
 */
export function JoinHint() {
  const { t } = useTranslation('home')
  const words = useUiTexts()
  const { address } = useSession()
  const practice = usePracticeJoin()
  const isReturning = useIsReturning()
  const hasJoined = useHasJoined()
  const returning = isReturning && hasJoined && address !== null
  const again = useSignInAgain()

  return (
    <div className="sticky bottom-[calc(4.6rem+env(safe-area-inset-bottom))] z-10 pt-4 md:bottom-[calc(1rem+var(--banner,0px))]">
      <div
        role="dialog"
        aria-label={returning ? t('hintReturn.title') : t('hint.title')}
        className="rise-in rounded-3 border border-rule bg-sheet p-4 shadow-card"
      >
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <p className="text-15 font-semibold">{returning ? t('hintReturn.title') : t('hint.title')}</p>
            <p className="mt-0.5 text-13 text-ink-2 low:hidden">
              {returning
                ? t('hintReturn.detail', { address: shortAddress(address, 6, 4) })
                : t('hint.detail')}
            </p>
          </div>
          <IconButton
            icon="close"
            label={words.close}
            onClick={putHintAway}
            className="-me-2.5 -mt-2.5 text-ink-3"
          />
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          {returning ? (
            <Button size="medium" busy={again.busy} onClick={again.signIn} className="flex-1">
              {t('signIn')}
            </Button>
          ) : (
            <>
              <Button size="small" busy={practice.busy} onClick={practice.join} className="flex-[1_1_11rem]">
                {t('hint.practice')}
              </Button>
              <Button tone="quiet" size="small" onClick={askToJoin} className="flex-[1_0_auto]">
                {t('hint.connect')}
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  )
}
