import { sql } from 'kysely'
import type { Database, Db, Reader, Tx } from '../../db/pool.ts'
import type {} from '../tables.ts'

/** A full tile that an entry has completed; its hashes are in the tables already. */
export interface FinishedTile {
  level: number
  n: number
  root: Uint8Array
}

/** A signed head of the log. */
export interface CheckpointRow {
  size: number
  /** Time of the newest entry in it, in ms. */
  at: number
  root: Uint8Array
  /** Signed note (C2SP). */
  note: string
}

/** Stores a full tile of the leaves, or of the tiles, in the tables; lower levels come first. */
export async function insertTile(tx: Tx, { level, n, root }: FinishedTile): Promise<void> {
  const [first, end] = [n * 256, n * 256 + 256]
  const data =
    level === 0
      ? sql`(select string_agg(leaf, ''::bytea order by seq) from log_entry where seq > ${first} and seq <= ${end})`
      : sql`(select string_agg(root, ''::bytea order by n) from log_tile
          where level = ${level - 1} and n >= ${first} and n < ${end})`
  await sql`insert into log_tile (level, n, root, data) values (${level}, ${n}, ${Buffer.from(root)}, ${data})`.execute(
    tx,
  )
}

/** A full tile with its root; null when there is none. */
export async function readTileRow(
  reader: Reader,
  level: number,
  n: number,
): Promise<{ root: Uint8Array; data: Uint8Array } | null> {
  const query = reader.selectFrom('log_tile').select(['root', 'data'])
  return (await query.where('level', '=', level).where('n', '=', BigInt(n)).executeTakeFirst()) ?? null
}

/** Number of full tiles, of all levels. */
export async function countTiles(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from log_tile`.execute(reader)
  return Number(rows[0]?.count ?? 0)
}

/** The first `width` hashes of an unfinished tile, concatenated; fewer when the log is shorter. */
export async function readPartialTile(
  reader: Reader,
  level: number,
  n: number,
  width: number,
): Promise<Uint8Array> {
  const [first, end] = [n * 256, n * 256 + width]
  const { rows } = await (
    level === 0
      ? sql<{ data: Buffer | null }>`select string_agg(leaf, ''::bytea order by seq) as data
        from log_entry where seq > ${first} and seq <= ${end}`
      : sql<{ data: Buffer | null }>`select string_agg(root, ''::bytea order by n) as data
        from log_tile where level = ${level - 1} and n >= ${first} and n < ${end}`
  ).execute(reader)
  return rows[0]?.data ?? Buffer.alloc(0)
}

const CHANNEL = 'market_log'

/**
 * Stores a checkpoint, unless it exists, and notifies the other processes that the log has grown. The first of each minute is
 * kept permanently.
 */
export async function storeCheckpoint(db: Db, checkpoint: CheckpointRow): Promise<void> {
  const { size, at, root, note } = checkpoint
  await sql`
    with stored as (
      insert into log_checkpoint (size, at, root, note, kept)
      select ${size}::bigint, ${at}::bigint, ${Buffer.from(root)}::bytea, ${note}::text, not exists (
        select from (select at from log_checkpoint where size < ${size}::bigint order by size desc limit 1) before
        where before.at / 60000 = ${at}::bigint / 60000)
      on conflict (size) do nothing)
    select pg_notify(${CHANNEL}, ${String(size)})`.execute(db)
}

/** Calls `onAppended` when any process has appended; `lost` settles when no more calls will come. */
export async function listenForAppends(
  database: Database,
  onAppended: () => void,
): Promise<{ lost: Promise<void>; end(): Promise<void> }> {
  const client = database.dedicated()
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('notification', onAppended)
  await client.connect()
  await client.query(`listen ${CHANNEL}`)
  return { lost, end: () => client.end() }
}

/** The newest checkpoint; null before the first. */
export async function readLastCheckpoint(reader: Reader): Promise<CheckpointRow | null> {
  const query = reader.selectFrom('log_checkpoint').selectAll().orderBy('size', 'desc').limit(1)
  return checkpointOrNull(await query.executeTakeFirst())
}

/** The largest checkpoint of `after` + 1 to `after` + `most` entries, or else the first larger one. */
export async function readNextCheckpoint(
  reader: Reader,
  after: number,
  most: number,
): Promise<CheckpointRow | null> {
  const larger = reader.selectFrom('log_checkpoint').selectAll().where('size', '>', BigInt(after)).limit(1)
  const near = await larger
    .where('size', '<=', BigInt(after + most))
    .orderBy('size', 'desc')
    .executeTakeFirst()
  return checkpointOrNull(near ?? (await larger.orderBy('size').executeTakeFirst()))
}

/** Checkpoints of more than `after` entries in order, at most `most`. */
export async function readCheckpoints(reader: Reader, after: number, most: number): Promise<CheckpointRow[]> {
  const query = reader.selectFrom('log_checkpoint').selectAll().where('size', '>', BigInt(after))
  return (await query.orderBy('size').limit(most).execute()).map(checkpointRow)
}

/** The first checkpoint of at least `size` entries, marked to be kept from now on; null when there is none yet. */
export async function keepCheckpoint(db: Db, size: number): Promise<CheckpointRow | null> {
  const query = db.selectFrom('log_checkpoint').selectAll().where('size', '>=', BigInt(size))
  const found = await query.orderBy('size').limit(1).executeTakeFirst()
  if (!found) return null
  if (!found.kept)
    await db.updateTable('log_checkpoint').set({ kept: true }).where('size', '=', found.size).execute()
  return checkpointRow(found)
}

/** Deletes the checkpoints before a time (ms) that are not marked to be kept. */
export async function deleteCheckpoints(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('log_checkpoint').where('kept', '=', false).where('at', '<', BigInt(beforeMs)).execute()
}

/** A signed head of the log with the signatures of witnesses. */
export interface WitnessedRow {
  size: number
  /** Time of the newest entry in it, in ms. */
  at: number
  signatures: number
  note: string
}

/** A newer head with fewer witnesses' signatures replaces one with more only once that one is this old. */
const WITNESSED_FOR_MS = 300_000

/** Stores the head, unless a newer one is stored, or a recent one with more witnesses' signatures. */
export async function storeWitnessed(db: Db, { size, at, signatures, note }: WitnessedRow): Promise<void> {
  await sql`
    insert into log_witnessed as kept (size, at, signatures, note)
    values (${size}::bigint, ${at}::bigint, ${signatures}::integer, ${note})
    on conflict (is_only) do update
    set size = excluded.size, at = excluded.at, signatures = excluded.signatures, note = excluded.note
    where (excluded.size = kept.size and excluded.signatures > kept.signatures)
      or (excluded.size > kept.size
        and (excluded.signatures >= kept.signatures or excluded.at - kept.at >= ${WITNESSED_FOR_MS}::bigint))`.execute(
    db,
  )
}

/** The note of the head signed by witnesses; null before the first. */
export async function readWitnessed(reader: Reader): Promise<string | null> {
  return (await reader.selectFrom('log_witnessed').select('note').executeTakeFirst())?.note ?? null
}

/** The head that witnesses have signed, with the number of their signatures; null before the first. */
export async function readWitnessedHead(reader: Reader): Promise<Omit<WitnessedRow, 'note'> | null> {
  const row = await reader.selectFrom('log_witnessed').select(['size', 'at', 'signatures']).executeTakeFirst()
  return row ? { size: Number(row.size), at: Number(row.at), signatures: row.signatures } : null
}

type StoredCheckpoint = { size: bigint; at: bigint; root: Buffer; note: string }

function checkpointOrNull(row: StoredCheckpoint | undefined): CheckpointRow | null {
  return row ? checkpointRow(row) : null
}

function checkpointRow({ size, at, root, note }: StoredCheckpoint): CheckpointRow {
  return { size: Number(size), at: Number(at), root, note }
}
