import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { viewImageTool } from '../../../src/tool/view-image.js';
import { createWorkspace, type Workspace } from './support.js';

let work: Workspace;
beforeEach(() => {
  work = createWorkspace();
});
afterEach(() => work.remove());

test('an image is told by kind and size, and that it was not shown', async () => {
  work.write('pic.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex'));
  const result = await work.run(viewImageTool, { path: 'pic.png' });
  expect(result.ok).toBe(false);
  expect(result.text).toBe(
    'pic.png is a PNG image of 12 bytes. It was not shown to you: images cannot be given to the model yet. Ask the user what it shows.',
  );
});

test('what is no image, or not there, is refused', async () => {
  work.write('a.png', 'text');
  await expect(work.run(viewImageTool, { path: 'a.png' })).rejects.toThrow('no image that is known');
  await expect(work.run(viewImageTool, { path: 'gone.png' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(work.run(viewImageTool, { path: '.' })).rejects.toThrow('no plain file');
});
