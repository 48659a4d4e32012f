// The worker of the playground, which runs the program. The first message to it is the compiled module; each further
// message is a request of commands.mjs.
import {Structural} from "../js/structural.mjs";
import {answer} from "./commands.mjs";

let program;

addEventListener("message", ({data}) => {
  if (data instanceof WebAssembly.Module) {
    program = new Structural(data);
    return;
  }
  try {
    postMessage({value: answer(program, data)});
  } catch (error) {
    program = new Structural(program.program.module);  // the error can have left the old instance in an invalid state
    const deep = error instanceof RangeError;
    postMessage({failed: deep ? "the text is nested too deeply for this browser" : String(error)});
  }
});
