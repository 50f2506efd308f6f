import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Failed } from '../ui/Failed.tsx'
import { InfiniteList } from '../ui/InfiniteList.tsx'
import { ListRow } from '../ui/ListRow.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Stamp } from '../ui/Stamp.tsx'
import { Timeline } from '../ui/Timeline.tsx'
import { Part } from './Part.tsx'
import { ignore } from './samples.ts'

const STEP_WORDS = { done: 'Done', now: 'Under way', later: 'To come', failed: 'Failed' }

/** Loading, empty, failed, and long work. */
export function States() {
  const [count, setCount] = useState(3)
  const rows = Array.from({ length: count }, (_, at) => at + 1)
  return (
    <>
      <Part name="Stamp">
        <Stamp
          tone="checked"
          title="Checked on this phone"
          detail="The outcome follows from the price log. Nothing was sent."
        />
        <Stamp tone="checking" title="Checking" />
        <Stamp tone="wrong" title="Does not follow from the log" detail="Keep the file and tell us." />
      </Part>
      <Part name="Timeline, Progress">
        <Timeline
          label="Deposit"
          stateWords={STEP_WORDS}
          steps={[
            {
              key: 'seen',
              state: 'done',
              title: 'Seen in block 21,400,118',
              detail: '500.00 USDT',
              aside: '21:14:03',
            },
            { key: 'conf', state: 'now', mark: '7', title: '7 of 12 confirmations', aside: 'about 1 min' },
            { key: 'fail', state: 'failed', title: 'Not sent' },
            { key: 'credit', state: 'later', title: 'Credited' },
          ]}
        />
        <Progress label="Time passed" share={0.78} />
        <Progress label="Time passed, thin" share={0.3} thin tone="brand" />
      </Part>
      <Part name="Skeleton">
        <Skeleton shape="figure" />
        <Skeleton shape="row" count={2} />
        <Skeleton shape="ledger" count={2} />
        <Skeleton shape="text" />
        <Skeleton shape="chart" />
      </Part>
      <Part name="Empty, Failed">
        <Empty
          title="No open orders"
          detail="An order you place waits here until it settles."
          icon="orders"
          action={<Button size="medium">Place one</Button>}
        />
        <Failed
          title="Orders did not load"
          detail="Network failure, please try again later"
          onRetry={ignore}
        />
      </Part>
      <Part name="InfiniteList">
        <InfiniteList
          label="Records"
          items={rows}
          keyOf={(row) => row}
          state={count < 9 ? 'more' : 'end'}
          onMore={() => setCount(count + 3)}
          empty={<Empty title="Nothing" />}
        >
          {(row) => <ListRow title={`Record ${row}`} />}
        </InfiniteList>
        <InfiniteList
          label="Failing records"
          items={[1]}
          keyOf={(row) => row}
          state="failed"
          problem="The next page did not load"
          onMore={ignore}
          empty={null}
        >
          {(row) => <ListRow title={`Record ${row}`} />}
        </InfiniteList>
        <InfiniteList
          label="Loading records"
          items={[] as string[]}
          keyOf={(row) => row}
          state="loading"
          onMore={ignore}
          empty={null}
        >
          {(row) => <ListRow title={`Record ${row}`} />}
        </InfiniteList>
      </Part>
    </>
  )
}
