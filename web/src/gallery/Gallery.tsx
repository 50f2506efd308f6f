import { useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { Badge } from '../ui/Badge.tsx'
import { OfflineBar } from '../ui/OfflineBar.tsx'
import { PageBar } from '../ui/PageBar.tsx'
import { Shell } from '../ui/Shell.tsx'
import { ToastHost } from '../ui/ToastHost.tsx'
import { Words } from '../ui/words.tsx'
import { Controls } from './Controls.tsx'
import { Fields } from './Fields.tsx'
import { Figures } from './Figures.tsx'
import { Overlays } from './Overlays.tsx'
import { ignore, WORDS } from './samples.ts'
import { States } from './States.tsx'

const NAV = [
  { href: '/', label: 'Markets', icon: 'markets' },
  { href: '/order', label: 'Orders', icon: 'orders' },
  { href: '/wallet', label: 'Wallet', icon: 'wallet' },
  { href: '/arbitrage', label: 'Arbitrage', icon: 'arbitrage' },
] as const

/** Every part in all its states. `open` names the overlay that stands open at the start. */
export function Gallery({ open }: { open: string | null }) {
  const [place, setPlace] = useState('/')
  return (
    <Words list={WORDS}>
      <Shell
        banner={<OfflineBar>Offline: prices are as of 21:14:03</OfflineBar>}
        nav={{ items: NAV, current: place, onGo: setPlace }}
      >
        <PageBar
          title="Tickmark parts"
          sub="BTC/USDT"
          onBack={ignore}
          trailing={
            <>
              <Badge>Simulated</Badge>
              <IconButton icon="bell" label="Messages, 2 unread" dot />
            </>
          }
        />
        <div className="px-5 pb-10 lg:columns-2 lg:gap-10">
          <Overlays open={open} />
          <Figures />
          <Controls />
          <Fields />
          <States />
        </div>
      </Shell>
      <ToastHost />
    </Words>
  )
}
