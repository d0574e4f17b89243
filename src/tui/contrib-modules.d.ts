// Types of the parts of blessed-contrib that are used; the package has none for its single files.

declare module 'blessed-contrib/lib/widget/charts/line.js' {
  interface LineWidget {
    options: Record<string, unknown>;
    canvasSize: { width: number; height: number };
    ctx: { _canvas: { frame(): string } };
    setData(series: { title: string; x: string[]; y: number[] }[]): void;
  }
  const line: { prototype: LineWidget };
  export default line;
}

declare module 'drawille-canvas-blessed-contrib' {
  const module: {
    Canvas: new (width: number, height: number) => { getContext(): { _canvas: { frame(): string } } };
  };
  export default module;
}
