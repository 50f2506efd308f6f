import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notice } from '@tickmark/wire/routes/content'
import { useLocation } from 'wouter'
import { useCall } from '../../api.ts'
import { useJoinOpen } from '../../session/join.ts'
import { useOverlay } from '../../session/menu.ts'
import { createStore, useStore } from '../../store.ts'
import { useTradeSheet } from '../../tradeSheet.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useJoinHintOpen } from './joinHint.ts'
import { useOpenArticle } from './newsPlace.ts'
import { markSeen, unseen } from './seenNotices.ts'

const SafeHtml = lazy(() => import('../../SafeHtml.tsx').then((module) => ({ default: module.SafeHtml })))

/** Closed once, they leave one in peace: what is left comes with a later visit. */
const closed = createStore(false)
const LOOK_MS = 1_000

/** Notices that were not closed here before: the newest opens over the home page when nothing else is over it. */
export function Notices() {
  const asked = useCall('getNotice', { noticeType: 1 })
  const [shown, setShown] = useState<Notice | null>(null)
  const [open, setOpen] = useState(false)
  const waiting = unseen(asked.data?.list ?? []).filter((one) => one.id !== shown?.id)
  const next = waiting[0]
  const quiet = useQuiet()
  const mayOpen = !useStore(closed) && !open && quiet && next !== undefined

  useEffect(() => {
    if (!mayOpen) return
    const timer = setInterval(() => {
      if (isCovered()) return
      setShown(next)
      setOpen(true)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [mayOpen, next])

  if (!shown) return null

  function close() {
    if (shown) markSeen(shown.id)
    closed.set(true)
    setOpen(false)
  }

  function goOn(to: Notice) {
    if (shown) markSeen(shown.id)
    setShown(to)
  }

  return <Popup notice={shown} open={open} next={next} onNext={goOn} onClose={close} />
}

interface PopupProps {
  notice: Notice
  open: boolean
  next: Notice | undefined
  onNext: (to: Notice) => void
  onClose: () => void
}

function Popup({ notice, open, next, onNext, onClose }: PopupProps) {
  const { t } = useTranslation('news')
  const footer = next ? (
    <Button wide onClick={() => onNext(next)}>
      {t('notice.next')}
    </Button>
  ) : (
    <Button wide onClick={onClose}>
      {t('notice.done')}
    </Button>
  )
  return (
    <Sheet open={open} onClose={onClose} title={notice.noticeTitle} footer={footer}>
      <Suspense fallback={<Skeleton shape="text" />}>
        <SafeHtml key={notice.id} html={notice.noticeContent} />
      </Suspense>
    </Sheet>
  )
}

/** Whether the home page has the screen to itself, as far as the page's state says. */
function useQuiet(): boolean {
  const [path] = useLocation()
  const overlay = useOverlay()
  const joining = useJoinOpen()
  const hint = useJoinHintOpen()
  const article = useOpenArticle()
  const sheet = useTradeSheet()
  return path === '/' && overlay === null && !joining && !hint && article === null && sheet === null
}

/** Whether any panel is over the page: others open sheets that the address does not name. */
function isCovered(): boolean {
  return document.querySelector('.sheet-popup, .menu-popup, .dialog-popup') !== null
}
