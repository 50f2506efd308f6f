import { useState } from 'react'
import { Chips } from '../ui/Chips.tsx'
import { DirectionSwitch, type Direction } from '../ui/DirectionSwitch.tsx'
import { Distribution } from '../ui/Distribution.tsx'
import { FieldAction } from '../ui/FieldAction.tsx'
import { Ledger, LedgerRow } from '../ui/LedgerRow.tsx'
import { NumericField } from '../ui/NumericField.tsx'
import { RadioList } from '../ui/RadioList.tsx'

const RANGES = [
  { value: 50, label: 'Any rise', rate: '+92%' },
  { value: 35, label: 'Above +0.03%', rate: '+174%' },
  { value: 20, label: 'Above +0.07%', rate: '+380%' },
]

/** The body of the order sheet. */
export function OrderForm() {
  const [duration, setDuration] = useState(110)
  const [direction, setDirection] = useState<Direction>('up')
  const [chance, setChance] = useState(35)
  const [amount, setAmount] = useState('250')
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <span className="text-12 text-ink-2">Duration</span>
        <Chips
          label="Duration"
          value={duration}
          onChange={setDuration}
          choices={[
            { value: 110, label: '1 min' },
            { value: 111, label: '3 min' },
            { value: 112, label: '5 min' },
            { value: 113, label: '15 min' },
            { value: 114, label: '30 min' },
            { value: 115, label: '1 h' },
            { value: 116, label: '4 h' },
            { value: 117, label: '1 d' },
          ]}
        />
      </div>
      <DirectionSwitch
        label="Direction"
        upLabel="Up"
        downLabel="Down"
        value={direction}
        onChange={setDirection}
      />
      <div>
        <div className="mb-2 flex justify-between text-12 text-ink-2">
          <span>Return range</span>
          <span>House margin 4.0%</span>
        </div>
        <Distribution
          chance={chance / 100}
          direction={direction}
          chanceLabel={`${chance}% to finish here`}
          nowLabel="now"
        />
        <RadioList
          label="Return range"
          look="wash"
          value={chance}
          onChange={setChance}
          choices={RANGES.map((range) => ({
            ...range,
            trailing: (
              <>
                <bdi className="text-12 text-ink-2">{range.value}% likely</bdi>
                <bdi dir="ltr" className="font-semibold">
                  {range.rate}
                </bdi>
              </>
            ),
          }))}
        />
      </div>
      <NumericField
        label="Amount"
        aside="Available 10,000.00 USDT"
        value={amount}
        onChange={setAmount}
        suffix="USDT"
        actions={<FieldAction onClick={() => setAmount('10000')}>Max</FieldAction>}
      />
      <Ledger>
        <LedgerRow label="If you win" tight>
          <span className="text-up">+435.000000 USDT</span>
        </LedgerRow>
        <LedgerRow label="If you lose" tight>
          −250.000000 USDT
        </LedgerRow>
      </Ledger>
    </div>
  )
}
