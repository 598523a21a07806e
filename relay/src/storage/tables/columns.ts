import type { ColumnType } from 'kysely';

/** JSON is written as text, so that both drivers send the same bytes, and is read parsed. */
export type Json = ColumnType<unknown, string, string>;
export type JsonWithDefault = ColumnType<unknown, string | undefined, string>;
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
export type Timestamp = ColumnType<Date, Date, Date>;
export type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
