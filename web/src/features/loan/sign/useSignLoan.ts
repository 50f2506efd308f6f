import { isFinalRefusal, isRejectedEarly } from '@tickmark/client/callFailed.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../../api/api.ts'
import { keptCalls, useMoneyCall } from '../../../api/moneyCall.ts'
import { uploadForLoan } from '../../../api/upload.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo, PATHS } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { signAgreement } from '../../../wallets/signAgreement.ts'
import { walletProblem } from '@tickmark/client/wallets/wallet.ts'
import { storedPicture } from '../agreement/storedPicture.ts'
import { textOf, type WrittenAgreement } from '../agreement/written.ts'
import { dropApplication, keepDrawing, type SavedApplication } from '../agreement/application.ts'
import type { Drawing } from './drawing.ts'
import { pictureOf } from './paint.ts'
import { isSamePicture } from './samePicture.ts'

/** The specification's time between success and the list of loans, in ms. */
const SHOWN_MS = 1_500

type Stage = 'idle' | 'uploading' | 'signing' | 'sending' | 'done'
type Picture = Reply<'loanUpload'>

/** Uploads the drawing, has the wallet sign the agreement that names it, and submits the application. */
export function useSignLoan(saved: SavedApplication, written: WrittenAgreement) {
  const { t } = useTranslation('loans')
  const { send, settle } = useMoneyCall('loanApply')
  const [stage, setStage] = useState<Stage>(() => (keptCalls('loanApply').kept() ? 'sending' : 'idle'))
  /** The drawing as the server stores it; the agreement contains its hash. */
  const uploaded = useRef<{ drawing: Drawing; picture: Picture } | null>(null)
  const [hash, setHash] = useState<string | null>(null)
  /** Why the application was refused; a refused one is deleted. */
  const [refused, setRefused] = useState<string | null>(null)

  // An earlier submission lost its answer, perhaps with the page: asks for its outcome.
  useEffect(() => {
    if (keptCalls('loanApply').kept()) void settle().then(end)
    // oxlint-disable-next-line react/exhaustive-deps -- once, for what was left when the page opened
  }, [])

  async function submit(drawing: Drawing): Promise<void> {
    if (serverNow() >= written.signBefore) return refuse(t('sign.expired'))
    const outcome = await send(async () => {
      const picture = await upload(drawing)
      const signature = picture && (await sign(picture))
      if (!picture || !signature) return null
      setStage('sending')
      return { application: saved.application, drawing: picture.id, signature }
    })
    await end(outcome)
  }

  /** Uploads the drawing once; null, with a toast, when the stored copy differs or is missing. */
  async function upload(drawing: Drawing): Promise<Picture | null> {
    if (uploaded.current?.drawing === drawing) return uploaded.current.picture
    setHash(null)
    setStage('uploading')
    try {
      const picture = await sendDrawing(drawing)
      if (!picture) return complain(t('sign.otherDrawing'))
      uploaded.current = { drawing, picture }
      keepDrawing(saved, picture.url)
      return picture
    } catch (failure) {
      return complain((failure as Error).message)
    }
  }

  /** The wallet's signature; null, with a toast, when there is none. */
  async function sign({ sha256: named }: Picture): Promise<string | null> {
    setHash(named)
    setStage('signing')
    try {
      return await signAgreement(textOf(written, named))
    } catch (failure) {
      return complain(t(`sign.wallet.${walletProblem(failure)}`))
    }
  }

  async function end(outcome: Awaited<ReturnType<typeof send>>): Promise<void> {
    if (outcome.kind === 'nothing') return setStage('idle')
    if (outcome.kind === 'failed') {
      const { failure } = outcome
      if (isFinalRefusal(failure)) return refuse(failure.message)
      // The outcome is unknown, or the server rejected the call unread: the next press asks again.
      setStage('idle')
      return toast(isRejectedEarly(failure) ? `${failure.message} ${t('sign.stays')}` : failure.message, {
        tone: 'wrong',
      })
    }
    setStage('done')
    toast(outcome.answer.message, { tone: 'good' })
    await new Promise((passed) => setTimeout(passed, SHOWN_MS))
    dropApplication()
    if (location.pathname === PATHS.loanSign) go(hrefTo.loans(), { replace: true })
  }

  /** The application was refused or has expired: deletes it here; the draft stays on the server. */
  function refuse(message: string): void {
    toast(message, { tone: 'wrong' })
    dropApplication()
    setRefused(message)
    setStage('idle')
  }

  return { stage, submit, text: textOf(written, hash ?? t('agreement.drawnLater')), refused }
}

/**
 * Uploads a drawing; null when the stored copy differs. On failure, throws an error whose message is ready to show.
 */
async function sendDrawing(drawing: Drawing): Promise<Picture | null> {
  const drawn = await pictureOf(drawing)
  const picture = await uploadForLoan({ purpose: 'signature' }, drawn)
  const { sha256, blob } = await storedPicture(picture.url)
  return sha256 === picture.sha256 && (await isSamePicture(drawn, blob)) ? picture : null
}

function complain(message: string): null {
  toast(message, { tone: 'wrong' })
  return null
}
