import { expect, test } from 'vitest';
import { type Rest, idsOf } from './open-rest.ts';

export function testEmbeds(rest: () => Rest): void {
  const samples = (select = 'id') => rest().service.from('samples').select(select).order('id');

  test('rows can embed to-one, to-many, many-to-many and one-to-one relationships', async () => {
    const { data } = await samples('id,maker:makers!maker_id(name),labels(text),sheets(note)').limit(2);
    expect(data).toEqual([
      { id: 1, maker: { name: 'Asha' }, labels: [{ text: 'first' }, { text: 'second' }], sheets: { note: 'a note' } },
      { id: 2, maker: { name: 'Asha' }, labels: [{ text: 'second' }], sheets: null },
    ]);
  });

  test('embedded rows can be nested, ordered, limited and filtered', async () => {
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

  test('!inner leaves out rows without embedded rows, in the count too', async () => {
    const select = 'id,labels!inner(text)';
    const query = rest().service.from('samples').select(select, { count: 'exact' }).eq('labels.text', 'first');
    expect(await query).toMatchObject({ status: 200, count: 1, data: [{ id: 1, labels: [{ text: 'first' }] }] });
    expect(idsOf((await samples('id,sheets!inner()')).data)).toEqual([1]);
  });

  test('rows can be filtered by whether they have embedded rows', async () => {
    expect(idsOf((await samples('id,labels(text)').is('labels', null)).data)).toEqual([3, 4]);
    expect(idsOf((await samples('id,sheets()').not('sheets', 'is', null)).data)).toEqual([1]);
    expect(idsOf((await samples('id,labels(),sheets()').or('sheets.not.is.null,labels.is.null')).data)).toEqual([
      1, 3, 4,
    ]);
  });

  test('conditions and order can refer to embedded rows', async () => {
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

  test('an ambiguous relationship is rejected with the names of the candidates', async () => {
    const { error, status } = await samples('makers(name)');
    expect(status).toBe(300);
    expect(error).toMatchObject({ code: 'PGRST201', hint: expect.stringContaining('makers!samples_tester_id_fkey') });
  });
}
