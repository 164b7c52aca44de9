import { expect, test } from 'vitest';
import { type Rest, idsOf } from './open-rest.ts';

export function testEmbeds(rest: () => Rest): void {
  const samples = (select = 'id') => rest().service.from('samples').select(select).order('id');

  test('to one, to many, through a junction and one to one', async () => {
    const { data } = await samples('id,maker:makers!maker_id(name),labels(text),sheets(note)').limit(2);
    expect(data).toEqual([
      { id: 1, maker: { name: 'Asha' }, labels: [{ text: 'first' }, { text: 'second' }], sheets: { note: 'a note' } },
      { id: 2, maker: { name: 'Asha' }, labels: [{ text: 'second' }], sheets: null },
    ]);
  });

  test('nested, ordered, limited and filtered', async () => {
    const query = rest().service.from('makers').select('name,samples!maker_id(id,labels(text))').order('id');
    const { data } = await query
      .order('id', { referencedTable: 'samples', ascending: false })
      .limit(1, { referencedTable: 'samples' })
      .eq('samples.labels.text', 'second');
    expect(data).toEqual([
      { name: 'Asha', samples: [{ id: 2, labels: [{ text: 'second' }] }] },
      { name: 'Ravi', samples: [{ id: 3, labels: [] }] },
    ]);
  });

  test('inner leaves out rows without, in the count too', async () => {
    const select = 'id,labels!inner(text)';
    const query = rest().service.from('samples').select(select, { count: 'exact' }).eq('labels.text', 'first');
    expect(await query).toMatchObject({ status: 200, count: 1, data: [{ id: 1, labels: [{ text: 'first' }] }] });
    expect(idsOf((await samples('id,sheets!inner()')).data)).toEqual([1]);
  });

  test('rows may be chosen by whether they have any', async () => {
    expect(idsOf((await samples('id,labels(text)').is('labels', null)).data)).toEqual([3, 4]);
    expect(idsOf((await samples('id,sheets()').not('sheets', 'is', null)).data)).toEqual([1]);
    expect(idsOf((await samples('id,labels(),sheets()').or('sheets.not.is.null,labels.is.null')).data)).toEqual([
      1, 3, 4,
    ]);
  });

  test('conditions and order reach into embedded rows', async () => {
    const { data } = await samples('id,labels(text)')
      .eq('id', 1)
      .or('text.eq.first,id.eq.9', { referencedTable: 'labels' });
    expect(data).toEqual([{ id: 1, labels: [{ text: 'first' }] }]);
    const ordered = await rest()
      .service.from('samples')
      .select('id,makers!maker_id(name)')
      .order('makers(name)', { ascending: false, nullsFirst: false })
      .order('id');
    expect(idsOf(ordered.data)).toEqual([3, 1, 2, 4]);
  });

  test('two ways to embed are refused with both names', async () => {
    const { error, status } = await samples('makers(name)');
    expect(status).toBe(300);
    expect(error).toMatchObject({ code: 'PGRST201', hint: expect.stringContaining('makers!samples_tester_id_fkey') });
  });
}
