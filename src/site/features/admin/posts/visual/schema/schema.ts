import { getSchema } from '@tiptap/core';
import { MARKS } from './marks.ts';
import { NODES } from './nodes.ts';
import { TableEditing } from './table-nodes.ts';

export const SCHEMA_EXTENSIONS = [...NODES, ...MARKS, TableEditing];

/** The schema alone, for conversion without an editor. */
export const visualSchema = getSchema([...SCHEMA_EXTENSIONS]);
