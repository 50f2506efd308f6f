import { Suspense } from 'react'
import { useStore } from '@tickmark/client/observable.ts'
import { settledOrder } from '../live/settledOrder.ts'
import { closeJoin, useJoinOpen } from '../session/joinSheet.ts'
import { openOverlay, useOverlay } from '../session/openSheets.ts'
import { useOnceOpen } from '@tickmark/ui/base/useOnceOpen.ts'
import { late } from '../i18n/late.ts'
import { RealityChecks } from './RealityChecks.tsx'

const SideMenu = late(() => import('../features/menu/SideMenu.tsx').then((module) => module.SideMenu))
const SetupSheet = late(() => import('../features/menu/SetupSheet.tsx').then((module) => module.SetupSheet))
const ChatSheet = late(() =>
  import('../features/chat/sheet/ChatSheet.tsx').then((module) => module.ChatSheet),
)
const JoinSheet = late(() => import('../features/join/JoinSheet.tsx').then((module) => module.JoinSheet))
const ResultCard = late(() =>
  import('../flows/trade/running/ResultCard.tsx').then((module) => module.ResultCard),
)

/** Overlays that any screen can open; each is loaded when first opened. */
export function Overlays() {
  const shown = useOverlay()
  const joining = useJoinOpen()
  const menuOnce = useOnceOpen(shown === 'menu')
  const setupOnce = useOnceOpen(shown === 'setup')
  const chatOnce = useOnceOpen(shown === 'chat')
  const joinOnce = useOnceOpen(joining)
  const hasResult = useStore(settledOrder) !== null
  const close = () => openOverlay(null)
  return (
    <Suspense fallback={null}>
      {menuOnce && <SideMenu open={shown === 'menu'} onClose={close} />}
      {setupOnce && <SetupSheet open={shown === 'setup'} onClose={close} />}
      {chatOnce && <ChatSheet open={shown === 'chat'} onClose={close} />}
      {joinOnce && <JoinSheet open={joining} onClose={closeJoin} />}
      {hasResult && <ResultCard />}
      <RealityChecks />
    </Suspense>
  )
}
