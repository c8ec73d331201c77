// Runs the page's JavaScript program: reads a case as JSON from stdin, writes what the program makes of it.
import { readFileSync } from "node:fs";
import * as program from "../../site/sections/program/plain/attention.js";

const { sizes, params, stories, targets, learningRate, steps } = JSON.parse(readFileSync(0, "utf8"));
const p = Object.fromEntries(Object.entries(params).map(([name, numbers]) => [name, Float32Array.from(numbers)]));

const traces = stories.map((ids) => program.forward(p, sizes, ids));
const { loss, g } = program.lossAndGrads(p, sizes, stories, targets);
const state = program.adamInit(sizes);
const losses = Array.from({ length: steps }, () => program.trainingStep(p, sizes, state, stories, targets, learningRate));
const shapes = program.shapes(sizes);

const plain = (_, value) => (value instanceof Float32Array ? Array.from(value) : value);
process.stdout.write(JSON.stringify({ shapes, traces, loss, grads: g, losses, params: p, step: state.step }, plain));
