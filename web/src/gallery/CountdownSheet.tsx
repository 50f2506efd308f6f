import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Countdown } from '../ui/Countdown.tsx'
import { Ledger, LedgerRow } from '../ui/LedgerRow.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useSecondsLeft } from '../ui/useSecondsLeft.ts'
import { now } from './samples.ts'

/** The sheet of an open order, as on the detail screen. */
export function CountdownSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [untilMs] = useState(() => Date.now() + 47_000)
  const left = useSecondsLeft(untilMs, now)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Up · 250 USDT"
      trailing={<span className="font-semibold text-up">winning</span>}
      footer={
        <div className="grid grid-cols-2 gap-2.5">
          <Button tone="quiet">Close for 312.40</Button>
          <Button onClick={onClose}>Keep</Button>
        </div>
      }
    >
      <p className="pt-4 pb-4 text-center">
        <Countdown untilMs={untilMs} now={now} label="Time left" />
      </p>
      <Progress label="Time passed" share={1 - left / 60} />
      <div className="pt-3">
        <Ledger>
          <LedgerRow label="Entry price">67,371.10</LedgerRow>
          <LedgerRow label="Wins above">67,391.31</LedgerRow>
          <LedgerRow label="If it ended now">
            <span className="text-up">+435.000000 USDT</span>
          </LedgerRow>
          <LedgerRow label="Payout in escrow" last>
            685.000000 USDT ✓
          </LedgerRow>
        </Ledger>
      </div>
    </Sheet>
  )
}
