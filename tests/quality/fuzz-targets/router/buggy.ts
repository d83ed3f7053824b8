/** Finds the handler of a request line. Planted: an export in a format nobody knows has no writer, and is written nevertheless. */
const writers = new Map<string, (rows: number) => string>([
  ['csv', (rows) => 'a,b\n'.repeat(rows)],
  ['json', (rows) => JSON.stringify(new Array(rows).fill(0))],
]);

export function route(line: string): string {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query = ''] = target.split('?');
  const [root, version, name, id, action] = path.split('/').slice(1);
  if (root !== 'api') return 'not found';
  switch (version) {
    case 'v1':
      return 'gone';
    case 'v2':
      break;
    default:
      return 'not found';
  }
  if (name !== 'orders') return 'not found';
  if (id === undefined || id === '') return method === 'POST' ? 'created' : 'list';
  if (method !== 'GET') return 'not allowed';
  if (action !== 'export') return `order ${id}`;
  const format = new URLSearchParams(query).get('format') ?? 'csv';
  const writer = writers.get(format) as (rows: number) => string;
  return writer(1);
}
