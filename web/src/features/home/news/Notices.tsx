import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import type { Notice } from '@tickmark/wire/routes/content'
import { useLocation } from 'wouter'
import { PATHS } from '../../../navigation/hrefs.ts'
import { useCall } from '../../../api/api.ts'
import { useJoinOpen } from '../../../session/joinSheet.ts'
import { useOverlay } from '../../../session/openSheets.ts'
import { createStore, useStore } from '@tickmark/client/observable.ts'
import { useTradeSheet } from '../../../navigation/tradeSheet.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { useIsFirstOrder } from '../firstOrder.ts'
import { useJoinHintOpen } from '../join/joinHint.ts'
import { useOpenArticle } from './newsPlace.ts'
import { markSeen, unseen } from './seenNotices.ts'

/** After the user closes one notice, the others wait for a later visit. */
const closed = createStore(false)
const LOOK_MS = 1_000

/** Notices that were not yet closed in this browser: the newest opens over the home page when nothing else is open. */
export function Notices() {
  const asked = useCall('getNotice', { noticeType: 1 })
  const [shown, setShown] = useState<Notice | null>(null)
  const [open, setOpen] = useState(false)
  const waiting = unseen(asked.data?.list ?? []).filter((one) => one.id !== shown?.id)
  const next = waiting[0]
  const quiet = useQuiet()
  const text = useText(next !== undefined)
  // The card about the first order has the notices folded into it.
  const isFolded = useIsFirstOrder() !== false
  const mayOpen = !useStore(closed) && !isFolded && !open && quiet && text !== null && next !== undefined

  useEffect(() => {
    if (!mayOpen) return
    const timer = setInterval(() => {
      if (isCovered()) return
      setShown(next)
      setOpen(true)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [mayOpen, next])

  // Something else opened at the same moment: the notice waits until it is closed.
  if (open && !quiet) {
    setOpen(false)
    setShown(null)
  }
  if (!shown || !text) return null

  function close() {
    if (shown) markSeen(shown.id)
    closed.set(true)
    setOpen(false)
  }

  function goOn(to: Notice) {
    if (shown) markSeen(shown.id)
    setShown(to)
  }

  return (
    <NoticeSheet title={shown.title} open={open} next={next} onNext={goOn} onClose={close}>
      {createElement(text, { key: shown.id, html: shown.html })}
    </NoticeSheet>
  )
}

interface NoticeSheetProps {
  title: string
  open: boolean
  next: Notice | undefined
  onNext: (to: Notice) => void
  onClose: () => void
  children: ReactNode
}

function NoticeSheet({ title, open, next, onNext, onClose, children }: NoticeSheetProps) {
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
    <Sheet open={open} onClose={onClose} title={title} footer={footer} isText>
      {children}
    </Sheet>
  )
}

/** The component for a notice's text, loaded beforehand, so that the popup opens with its full height. */
function useText(wanted: boolean): ComponentType<{ html: string }> | null {
  const [text, setText] = useState<ComponentType<{ html: string }> | null>(null)
  useEffect(() => {
    if (!wanted) return
    let stopped = false
    // Offline it does not load; the notice then waits for a later visit.
    import('../../../components/SafeHtml.tsx').then(
      (module) => !stopped && setText(() => module.SafeHtml),
      () => {},
    )
    return () => {
      stopped = true
    }
  }, [wanted])
  return text
}

/** Whether the page's state has nothing open over the home page. */
function useQuiet(): boolean {
  const [path] = useLocation()
  const overlay = useOverlay()
  const joining = useJoinOpen()
  const hint = useJoinHintOpen()
  const article = useOpenArticle()
  const sheet = useTradeSheet()
  return path === PATHS.home && overlay === null && !joining && !hint && article === null && sheet === null
}

/** Whether any panel covers the page: some sheets are not part of that state. */
function isCovered(): boolean {
  return document.querySelector('.sheet-popup, .menu-popup, .dialog-popup') !== null
}
