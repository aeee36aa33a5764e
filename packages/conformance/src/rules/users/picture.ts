/** A picture file of so many bytes, which begin as such a file's do. */
export const avatar = (name: string, size: number): File => {
	const bytes = new Uint8Array(size);
	bytes.set([137, 80, 78, 71, 13, 10, 26, 10].slice(0, size));
	return new File([bytes], name, { type: "image/png" });
};

/** A PNG picture of one bit per pixel, of such a width and height. */
export function png(name: string, width: number, height: number): File {
	const bytes = new Uint8Array(33);
	bytes.set([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);
	const view = new DataView(bytes.buffer);
	view.setUint32(16, width);
	view.setUint32(20, height);
	bytes.set([1, 0, 0, 0, 0], 24);
	return new File([bytes], name, { type: "image/png" });
}
