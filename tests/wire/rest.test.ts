import { afterAll, beforeAll, describe } from 'vitest';
import { testEmbeds } from './rest/embeds.ts';
import { testFilters } from './rest/filters.ts';
import { openRest, type Rest } from './rest/open-rest.ts';
import { testPages } from './rest/pages.ts';
import { testRandomReads } from './rest/random-reads.ts';
import { testErrors } from './rest/errors.ts';
import { testFunctions } from './rest/functions.ts';
import { testRelationships } from './rest/relationships.ts';
import { testSchemaChanges } from './rest/schema-changes.ts';
import { testSiteCalls } from './rest/site-calls.ts';
import { testWrites } from './rest/writes.ts';

/** The data API through the official client, against a complete app (protocol.md 2). All parts share one app. */
let opened: Rest;
const rest = () => opened;

beforeAll(async () => {
  opened = await openRest();
});
afterAll(() => opened?.app.stop());

describe('the calls of specification §7', () => {
  testSiteCalls(rest);
});
describe('filters', () => {
  testFilters(rest);
});
describe('select, order and pages', () => {
  testPages(rest);
});
describe('embedded rows', () => {
  testEmbeds(rest);
});
describe('relationships, spread embeds and functions of a row', () => {
  testRelationships(rest);
});
describe('functions', () => {
  testFunctions(rest);
});
describe('writes', () => {
  testWrites(rest);
});
describe('every error of protocol.md 2.4', () => {
  testErrors(rest);
});
describe('changes of the schema', () => {
  testSchemaChanges(rest);
});
describe('random reads', () => {
  testRandomReads(rest);
});
